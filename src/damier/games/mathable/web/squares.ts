// What a view of Mathable holds, the names of its squares, and how its moves are read.

import type { Say } from "$kit/types";

export interface Line {
  squares: string[];
  /** "3 × 4"; empty where seeing it is left to the players. */
  sum: string;
}

export interface Placed {
  move: string;
  token: number;
  square: string;
  points: number;
  lines: Line[];
  checked: boolean;
}

export interface View extends Record<string, unknown> {
  claims: "automatic" | "declared";
  referee: "strict" | "contest";
  layout: string[];
  board: (number | null)[][];
  racks: (number | null)[][];
  bag: number;
  gained: number[];
  turn: number;
  phase: string;
  asked: number[];
  placed: Placed[];
  points: Record<string, number>;
  sums: Record<string, Record<string, string>>;
}

/** A token on a square with the directions it claims. */
export interface Put {
  token: number;
  square: string;
  claims: string;
}

export const SIZE = 14;
export const COLUMNS = "ABCDEFGHIJKLMN";
export const DIRECTIONS = "<>^v";

const STEPS: Record<string, [number, number]> = { "<": [0, -1], ">": [0, 1], "^": [-1, 0], v: [1, 0] };
const PUT = /^(\d+)@(\d+[A-N])([<>^v]*)$/;

export const rowOf = (square: string) => parseInt(square, 10) - 1;
export const columnOf = (square: string) => COLUMNS.indexOf(square.at(-1)!);
export const nameOf = (row: number, column: number) => `${row + 1}${COLUMNS[column]}`;

export const SQUARES = Array.from({ length: SIZE }, (_, row) =>
  Array.from({ length: SIZE }, (_, column) => nameOf(row, column)),
);

/** What lies on a square: a number, null where it is empty, undefined beyond the edge. */
export const valueAt = (board: View["board"], row: number, column: number) => board[row]?.[column];

export const valueOn = (board: View["board"], square: string) => valueAt(board, rowOf(square), columnOf(square));

/** The two squares beside one, in a direction. */
export function pairOf(square: string, direction: string): string[] {
  const [down, right] = STEPS[direction]!;
  return [1, 2].map((n) => nameOf(rowOf(square) + n * down, columnOf(square) + n * right));
}

/** The directions in which two numbers lie beside a square. */
export function pairsBeside(board: View["board"], square: string): string[] {
  const [row, column] = [rowOf(square), columnOf(square)];
  return [...DIRECTIONS].filter((direction) => {
    const [down, right] = STEPS[direction]!;
    return [1, 2].every((n) => typeof valueAt(board, row + n * down, column + n * right) === "number");
  });
}

export function readPut(move: string): Put | null {
  const found = PUT.exec(move);
  return found ? { token: Number(found[1]), square: found[2]!, claims: found[3]! } : null;
}

export const writePut = ({ token, square, claims }: Put) =>
  `${token}@${square}${[...DIRECTIONS].filter((direction) => claims.includes(direction)).join("")}`;

/** "2×" on an award square. */
export function awardOf(layout: string[], square: string): string {
  const mark = layout[rowOf(square)]![columnOf(square)]!;
  return mark === "2" || mark === "3" ? `${mark}×` : "";
}

export const SIGNS: Record<string, string> = { "+": "+", "-": "−", "*": "×", "/": "÷" };

const SPOKEN: Record<string, string> = { ".": "board.empty", "2": "board.double", "3": "board.triple" };

/** A square for those who do not see it. */
export function describe(view: View, row: number, column: number, say: Say): string {
  const [square, token] = [nameOf(row, column), valueAt(view.board, row, column)];
  const mark = view.layout[row]![column]!;
  if (typeof token === "number") return say("board.taken", { square, token });
  return say(SPOKEN[mark] ?? "board.sign", { square, sign: SIGNS[mark] ?? "" });
}
