// What the shell and a game's board tell each other. A board knows no rules: it draws a view and narrows the legal
// moves it was given by what the person has picked so far.

export type Gaps = Record<string, string | number>;
export type Say = (key: string, gaps?: Gaps) => string;

/** An event, as the seat that looks may read it. Actor 0 is chance. */
export interface Happened {
  seq: number;
  actor: number;
  event: string;
  sentence: string;
}

export interface BoardProps<View = Record<string, unknown>> {
  view: View;
  /** Through whose eyes: a seat's number, or 0 for a watcher. */
  seat: number;
  /** The moves that seat may make now; none while it is not its turn. */
  legal: string[];
  /** Make a move. One that is not legal may be tried: the answer says why not, by rule. */
  play: (move: string) => void;
  /** What happened last, for what travels, tumbles or turns; null when the position just stands there. */
  last: Happened | null;
  /** The names of the seats, seat 1 first. */
  names: string[];
  scores: number[];
  /** Who may act now: seats, 0 for chance. */
  actors: number[];
  over: boolean;
  /** A move to point at, because the person asked for a hint. */
  hint: string | null;
  /** A picture that lives: small, and nothing can be done to it. */
  still: boolean;
  /** The game's own words: keys of text/*.json in its folder. */
  say: Say;
}
