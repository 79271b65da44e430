// What the app passes to a game's board. A board knows no rules: it draws a view and narrows down the legal moves it
// was given by what the person has selected so far.

export type Gaps = Record<string, string | number>;
export type Say = (key: string, gaps?: Gaps) => string;

/** An event as the seat that looks at the board may read it. Actor 0 is chance. */
export interface BoardEvent {
  seq: number;
  actor: number;
  event: string;
  sentence: string;
}

export interface BoardProps<View = Record<string, unknown>> {
  view: View;
  /** The seat whose view this is; 0 for a spectator. */
  seat: number;
  /** The moves that this seat may make now; empty while it is not its turn. */
  legal: string[];
  /** Make a move. An illegal one may be tried too: the server refuses it and names the rule. */
  play: (move: string) => void;
  /** The event that led to this view, to be animated; null when there is nothing to animate. */
  last: BoardEvent | null;
  /** The players' names, seat 1 first. */
  names: string[];
  scores: number[];
  /** The seats that may act now; 0 for chance. */
  actors: number[];
  over: boolean;
  /** A move to point at, because the player asked for a hint. */
  hint: string | null;
  /** Whether the board is only a small picture that does not respond to input. */
  still: boolean;
  /** The game's own texts, by the keys of text/*.json in its folder. */
  say: Say;
}
