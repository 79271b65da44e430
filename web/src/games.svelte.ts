// The games there are, as the server tells; and their boards, found in the games' folders by pattern.

import type { Component } from "svelte";
import type { BoardProps } from "$kit/types";
import { api } from "./api";
import { settings } from "./settings.svelte";
import type { GameInfo } from "./protocol";

type Board = Component<BoardProps>;

const boards = import.meta.glob("$games/[!_]*/web/board.svelte", { import: "default" }) as Record<string, () => Promise<Board>>;

/** A game's board; a plain list of moves for a game that brought none. */
export async function boardOf(game: string): Promise<Board> {
  const found = Object.entries(boards).find(([path]) => path.endsWith(`/${game}/web/board.svelte`));
  return found ? await found[1]() : (await import("./parts/PlainBoard.svelte")).default;
}

const known = new Map<string, Promise<GameInfo[]>>();

/** All games, in the words of the language spoken now. */
export function games(): Promise<GameInfo[]> {
  const lang = settings.lang;
  let asked = known.get(lang);
  if (!asked) {
    asked = api.games();
    known.set(lang, asked);
    asked.catch(() => known.delete(lang)); // asked again next time
  }
  return asked;
}

export async function game(id: string): Promise<GameInfo | undefined> {
  return (await games()).find((each) => each.id === id);
}
