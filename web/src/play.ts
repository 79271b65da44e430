// Sitting down: making a table and going there.

import { api } from "./api";
import { take } from "./chairs";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";
import type { GameInfo, SeatWish } from "./wire";

export const myName = (): string => settings.name || say("you.name");

export async function sitDown(game: string, options: Record<string, string>, seats: SeatWish[]) {
  const seated = await api.create(game, options, seats);
  take(seated);
  go(`/t/${seated.table.id}`);
}

/** One click: you against a friendly bot. */
export function playNow(game: GameInfo) {
  const bots = Array.from({ length: game.seats[0]! - 1 }, () => ({ kind: "bot" as const, level: game.friendly }));
  return sitDown(game.id, {}, [{ kind: "me", name: myName() }, ...bots]);
}
