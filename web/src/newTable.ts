// Creating a table and going there.

import { api } from "./api";
import { say } from "./catalogue.svelte";
import { navigate } from "./router.svelte";
import { saveSeatKeys } from "./seatKeys";
import { settings } from "./settings.svelte";
import type { GameInfo, SeatWish } from "./protocol";

export const myName = (): string => settings.name || say("you.name");

export async function newTable(game: string, options: Record<string, string>, seats: SeatWish[]) {
  const seated = await api.createTable(game, options, seats);
  saveSeatKeys(seated);
  navigate(`/t/${seated.table.id}`);
}

/** Play with the default options, against bots of the level suggested to beginners. */
export function playNow(game: GameInfo) {
  const bots = Array.from({ length: game.seats[0]! - 1 }, () => ({ kind: "bot" as const, level: game.friendly }));
  return newTable(game.id, {}, [{ kind: "me", name: myName() }, ...bots]);
}
