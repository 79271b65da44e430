// What the board must know of a card to draw it, and how moves name cards. All of it is notation; no rules.

import type { Say } from "$kit/types";

export type Kind = "multiplication" | "product" | "correction" | "attack" | "defence";

export interface Player {
  total: number;
  limit: number;
  cards: number;
  laid: string[];
  attacks: string[];
  defences: string[];
  known: string[];
}

export interface CourseView extends Record<string, unknown> {
  phase: "lot" | "deal" | "draw" | "turn" | "answer" | "take" | "give";
  turn: number;
  done: boolean;
  players: Player[];
  hand: { card: string; points: number }[];
  attack: { card: string; from: number; to: number } | null;
  taken: string;
  stock: number;
  discard: number;
  top: string;
  goal: number;
  /** How many turns of the last round are left; 0 before it begins. */
  last_round: number;
  ending: string;
}

const ATTACKS = ["poursuite", "horloge", "demi-tour", "sumo"];

export function kindOf(card: string): Kind {
  if (card.includes("x")) return "multiplication";
  if (card.startsWith("=")) return "product";
  if (card.startsWith("+")) return "correction";
  return ATTACKS.includes(card) ? "attack" : "defence";
}

/** What is written large on a points card: `8×4`, `24`, `+20`. */
export const figure = (card: string): string => card.replace("x", "×").replace("=", "");

/** What a points card is worth; 0 for the others. */
export function worth(card: string): number {
  const [a, b] = card.replace(/[=+]/, "").split("x").map(Number);
  return a ? a * (b ?? 1) : 0;
}

/** The products with factors up to ten that give a value: `4·9`, `6·6`. */
export function factorings(value: number): string[] {
  const small = Array.from({ length: 10 }, (_, n) => n + 1);
  return small.filter((a) => value % a === 0 && a * a <= value && value / a <= 10).map((a) => `${a}·${value / a}`);
}

/** What a card is called by itself: `8 × 4`, `24`, `Sumo`. */
export function title(card: string, say: Say): string {
  return worth(card) > 0 ? figure(card).replace("×", " × ") : say(`name.${card}`);
}

/** How a card is called in a sentence: `8 × 4`, `the product 24`, `the Sumo`. */
export function nameOf(card: string, say: Say): string {
  const kind = kindOf(card);
  const key = kind === "multiplication" || kind === "product" ? kind : card;
  const [a = "", b = ""] = card.split("x");
  return say(`card.${key}`, { a, b, value: card.slice(1) });
}

export interface Move {
  text: string;
  verb: "lay" | "main" | "onto" | "attack" | "discard" | "give" | "return" | "pass" | "end";
  /** The card it plays; empty for a bare word. */
  card: string;
  /** The seat, or the attack, that it goes to. */
  target: string;
}

export function readMove(text: string): Move {
  if (text === "end" || text === "pass" || text === "return") return { text, verb: text, card: "", target: "" };
  const [first = "", second = ""] = text.split(" ");
  if (first === "discard" || first === "give") return { text, verb: first, card: second, target: "" };
  const [card = "", target = ""] = first.split(">");
  if (second === "main") return { text, verb: "main", card, target };
  if (!target) return { text, verb: "lay", card, target };
  return { text, verb: /\d/.test(target) ? "attack" : "onto", card, target };
}

/**
 * The move that puts a card on a place of the table, legal or not: `own` (before oneself), `discard`, a seat's number,
 * or an attack that lies there. Nothing where no move is meant.
 */
export function moveTo(card: string, place: string, phase: CourseView["phase"]): string | null {
  const kind = kindOf(card);
  if (phase === "give") return /^\d$/.test(place) ? `give ${card}` : null;
  if (place === "discard") return `discard ${card}`;
  if (place === "own" && phase === "answer" && kind === "product") return `${card}>horloge`;
  if (place === "own") return kind === "attack" ? null : card;
  if (/^\d$/.test(place)) return kind === "attack" ? `${card}>${place}` : null;
  if (kind === "defence") return card;
  return kind === "multiplication" || kind === "product" ? `${card}>${place}` : null;
}
