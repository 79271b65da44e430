// The seats this browser holds, with their secrets: by table, the newest first. They are stored only in this browser.

import type { Seated, SeatKey } from "./protocol";

export interface TableKeys {
  table: string;
  game: string;
  seats: SeatKey[];
}

const STORAGE_KEY = "damier.seats";
const MAX_TABLES = 50;

export function allSeatKeys(): TableKeys[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]") as TableKeys[];
  } catch {
    return [];
  }
}

function store(tables: TableKeys[]) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(tables.slice(0, MAX_TABLES)));
  } catch {
    // In a browser without storage, a seat is held only until the page is closed.
  }
}

export function seatKeysAt(table: string): SeatKey[] {
  return allSeatKeys().find((keys) => keys.table === table)?.seats ?? [];
}

/** Save the keys of seats just taken, beside those already held at the same table. */
export function saveSeatKeys({ table, seats }: Seated) {
  const others = allSeatKeys().filter((keys) => keys.table !== table.id);
  const held = seatKeysAt(table.id).filter((key) => !seats.some((taken) => taken.seat === key.seat));
  store([{ table: table.id, game: table.game, seats: [...held, ...seats] }, ...others]);
}

export function forgetTable(table: string) {
  store(allSeatKeys().filter((keys) => keys.table !== table));
}
