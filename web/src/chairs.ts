// The seats this browser holds: table id -> seats with their secrets, newest table first. Kept here and nowhere else.

import type { Held, Seated } from "./wire";

export interface Chairs {
  table: string;
  game: string;
  seats: Held[];
}

const KEY = "damier.chairs";
const MOST = 50;

export function allChairs(): Chairs[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Chairs[];
  } catch {
    return [];
  }
}

function keep(chairs: Chairs[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(chairs.slice(0, MOST)));
  } catch {
    // Without storage the seat lasts as long as the page.
  }
}

export function chairsAt(table: string): Held[] {
  return allChairs().find((chairs) => chairs.table === table)?.seats ?? [];
}

/** Remember seats just taken, beside those held already at the same table. */
export function take({ table, seats }: Seated) {
  const others = allChairs().filter((chairs) => chairs.table !== table.id);
  const before = chairsAt(table.id).filter((held) => !seats.some((taken) => taken.seat === held.seat));
  keep([{ table: table.id, game: table.game, seats: [...before, ...seats] }, ...others]);
}

export function drop(table: string) {
  keep(allChairs().filter((chairs) => chairs.table !== table));
}
