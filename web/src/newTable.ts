// Sitting down: making a table and going there.

import { api } from "./api";
import { take } from "./seatKeys";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { say } from "./catalogue.svelte";
import type { GameInfo, SeatWish } from "./protocol";

export const myName = (): string => settings.name || say("you.name");

export async function newTable(game: string, options: Record<string, string>, seats: SeatWish[]) {
  const seated = await api.create(game, options, seats);
  take(seated);
  go(`/t/${seated.table.id}`);
}

/** One click: you against a friendly bot. */
export function playNow(game: GameInfo) {
  const bots = Array.from({ length: game.seats[0]! - 1 }, () => ({ kind: "bot" as const, level: game.friendly }));
  return newTable(game.id, {}, [{ kind: "me", name: myName() }, ...bots]);
}
