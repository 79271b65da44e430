// What the server says, as TypeScript sees it. The schema itself is published at /api.

export type Actor = number | "*";
export type View = Record<string, unknown>;

export interface Choice {
  name: string;
  label: string;
  default: string;
  values: string[];
  labels: string[];
  low: number | null;
  high: number | null;
}

export interface BotInfo {
  name: string;
  label: string;
  how: string;
}

export interface GameInfo {
  id: string;
  name: string;
  tagline: string;
  facts: string[];
  seats: number[];
  hides: boolean;
  chance: boolean;
  bots: BotInfo[];
  friendly: string;
  options: Choice[];
}

export interface SeatInfo {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string;
  here: boolean;
}

export interface TableInfo {
  id: string;
  code: string;
  game: string;
  options: Record<string, string>;
  seats: SeatInfo[];
  status: "waiting" | "playing" | "over";
  seq: number;
  commitment: string | null;
  rematch: string | null;
}

export interface SeatKey {
  seat: number;
  secret: string;
}

export interface Seated {
  table: TableInfo;
  seats: SeatKey[];
}

export interface SeatWish {
  kind: "me" | "device" | "link" | "bot";
  name?: string;
  level?: string;
}

export interface Ending {
  reason: string;
  places: number[];
  winners: number[];
  sentence: string;
}

export interface SeatPart {
  event?: string;
  sentence?: string;
  view: View;
  legal: string[];
}

export interface EventMessage {
  type: "event";
  seq: number;
  actor: Actor;
  scores: number[];
  actors: Actor[];
  outcome: Ending | null;
  seats: Record<string, SeatPart>;
}

export interface SnapshotMessage {
  type: "snapshot";
  seq: number;
  scores: number[];
  actors: Actor[];
  outcome: Ending | null;
  seats: Record<string, SeatPart>;
  last: string | null;
}

export type ServerMessage =
  | EventMessage
  | SnapshotMessage
  | { type: "welcome"; you: number[]; table: TableInfo }
  | { type: "table"; table: TableInfo }
  | { type: "undo"; seat: number | null; sentence: string }
  | { type: "pong" }
  | { type: "bye"; sentence: string }
  | { type: "error"; code: string; rule: string | null; sentence: string; id: string };

export interface Frame {
  seq: number;
  /** Nobody, nothing and no words in the first frame: the start. */
  actor: Actor | null;
  event: string | null;
  sentence: string | null;
  view: View;
  scores: number[];
  actors: Actor[];
  outcome: Ending | null;
}

export interface Replay {
  game: string;
  options: Record<string, string>;
  seats: string[];
  frames: Frame[];
  commitment: string | null;
  seed: string | null;
}

export interface LessonStep {
  sentence: string;
  seat: number;
  seats: number;
  options: Record<string, string>;
  view: View;
  legal: string[];
  actors: Actor[];
  scores: number[];
  last: { seq: number; actor: Actor; event: string; sentence: string } | null;
  find: boolean;
}

export interface Tried {
  good: boolean;
  sentence: string;
  rule: string | null;
  event: string | null;
  view: View | null;
  scores: number[] | null;
  actors: Actor[] | null;
}

export interface Invitation {
  link: string;
  code: string;
  qr: string;
}

/** Chance is actor 0 in the app. */
export const numbered = (actor: Actor | null): number => (actor === "*" || actor === null ? 0 : actor);
