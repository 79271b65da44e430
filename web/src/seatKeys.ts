// The seats this browser holds: table id -> seats with their secrets, newest table first. Kept here and nowhere else.

import type { SeatKey, Seated } from "./protocol";

export interface TableKeys {
  table: string;
  game: string;
  seats: SeatKey[];
}

const KEY = "damier.seats";
const MOST = 50;

export function allSeatKeys(): TableKeys[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as TableKeys[];
  } catch {
    return [];
  }
}

function keep(tables: TableKeys[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // Without storage the seat lasts as long as the page.
  }
}

export function seatKeysAt(table: string): SeatKey[] {
  return allSeatKeys().find((keys) => keys.table === table)?.seats ?? [];
}

/** Remember seats just taken, beside those held already at the same table. */
export function take({ table, seats }: Seated) {
  const others = allSeatKeys().filter((keys) => keys.table !== table.id);
  const before = seatKeysAt(table.id).filter((held) => !seats.some((taken) => taken.seat === held.seat));
  keep([{ table: table.id, game: table.game, seats: [...before, ...seats] }, ...others]);
}

export function drop(table: string) {
  keep(allSeatKeys().filter((keys) => keys.table !== table));
}
