// What `view.py` shows of Foumath (the README of this folder says what each part is), and where things lie on the board.

import type { BoardEvent } from "$kit/types";

export interface View extends Record<string, unknown> {
  ruleset: "foumath" | "madmath";
  target: number | null;
  kind: "multiplication" | "addition";
  numbers: number[][];
  board: string[];
  reserve: number[];
  round: number;
  turn: number;
  phase: "open" | "choose" | "throw" | "place" | "lost" | "over";
  opening: (number | null)[];
  dice: (number | null)[];
  kept: number | null;
  pointed: string[];
  again: boolean;
  lost: "" | "zero" | "taken";
  lines: Record<string, number>;
  winner: number;
  line: string[];
  sum: number;
  gains: number[];
}

export interface Place {
  x: number;
  y: number;
}

export interface Pawn extends Place {
  id: string;
  seat: number;
  /** The square it stands on; empty in reserve. */
  spot: string;
  size: number;
}

// One unit is a square; the middle of row 6, column 8 is at (8, 6). Wedges on top and on the left, a ledge below.
export const LEFT = -0.14;
export const TOP = -0.14;
export const RIGHT = 9.68;
export const SQUARES_END = 9.64;
export const LEDGE = 10.14; // the middle of the ledge
export const BOTTOM = 10.62;

export const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const PAWNS = 4;

export const row = (spot: string) => Number(spot[0]);
export const column = (spot: string) => Number(spot[2]);
export const at = (spot: string): Place => ({ x: column(spot), y: row(spot) });
export const number = (view: View, spot: string) => view.numbers[row(spot) - 1]![column(spot) - 1]!;
export const standing = (view: View, spot: string) =>
  Number(view.board[row(spot) - 1]![column(spot) - 1]!.replace(".", "0"));
export const sign = (view: View) => (view.kind === "addition" ? "+" : "×");
export const spots = NUMBERS.map((r) => NUMBERS.map((c) => `${r}x${c}`));

/** A number that is new for each throw if this die was just thrown, else 0: it starts the animation. */
export const thrown = (view: View, place: number, last: BoardEvent | null) =>
  last?.event.startsWith("dice") && place !== view.kept ? last.seq : 0;

/** How far apart pawns in reserve lie: four for each seat must find room on the ledge. */
export const gap = (seats: number) => (seats < 4 ? 0.66 : 0.53);

/** Where a seat's nth pawn in reserve lies: the seats share the ledge from left to right. */
export function slot(seat: number, n: number, seats: number): Place {
  const step = gap(seats);
  const first = 0.34 + ((seat - 1) * (8.86 - PAWNS * step)) / (seats - 1);
  return { x: first + (n + 0.5) * step, y: LEDGE };
}

/** The pawns now. Each keeps its id, so that it can be animated from where it was before. */
export function follow(before: Pawn[], view: View): Pawn[] {
  return view.reserve.flatMap((_, n) => followSeat(before, view, n + 1));
}

function followSeat(before: Pawn[], view: View, seat: number): Pawn[] {
  const seats = view.reserve.length;
  const taken = new Set(spots.flat().filter((spot) => standing(view, spot) === seat));
  const known = before.filter((pawn) => pawn.seat === seat).map(({ id, spot }) => ({ id, spot }));
  const own = known.length === PAWNS ? known : NUMBERS.slice(0, PAWNS).map((n) => ({ id: `${seat}-${n}`, spot: "" }));
  const free = new Set(taken);
  const staying = own.map(({ spot }) => free.delete(spot));
  // A pawn that left its square has gone to a new one; otherwise one came out of the reserve, the last one first.
  const movers = own.map((_, n) => n).filter((n) => !staying[n]);
  movers.sort((a, b) => Number(own[a]!.spot === "") - Number(own[b]!.spot === "") || b - a);
  const now = own.map(({ spot }, n) => (staying[n] ? spot : ""));
  for (const spot of free) now[movers.shift()!] = spot;
  let resting = 0;
  return own.map(({ id }, n) => {
    const spot = now[n]!;
    const place = spot ? at(spot) : slot(seat, resting++, seats);
    return { id, seat, spot, ...place, size: spot ? 1 : gap(seats) / 0.96 };
  });
}
