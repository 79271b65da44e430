// The games that the server offers, and their boards, which are found in the games' folders by pattern.

import type { Component } from "svelte";
import type { BoardProps } from "$kit/types";
import { api } from "./api";
import { settings } from "./settings.svelte";
import type { GameInfo } from "./protocol";

type Board = Component<BoardProps>;
type Loader = () => Promise<Board>;

const boards = import.meta.glob("$games/[!_]*/web/board.svelte", { import: "default" }) as Record<string, Loader>;

/** Load the board of a game; for a game without one, a plain list of its moves. */
export async function boardOf(game: string): Promise<Board> {
  const found = Object.entries(boards).find(([path]) => path.endsWith(`/${game}/web/board.svelte`));
  return found ? await found[1]() : (await import("./parts/PlainBoard.svelte")).default;
}

const cache = new Map<string, Promise<GameInfo[]>>();

/** All games, described in the current language. */
export function games(): Promise<GameInfo[]> {
  const lang = settings.lang;
  let loading = cache.get(lang);
  if (!loading) {
    loading = api.games();
    cache.set(lang, loading);
    loading.catch(() => cache.delete(lang)); // the next call tries again
  }
  return loading;
}

export async function game(id: string): Promise<GameInfo | undefined> {
  return (await games()).find((each) => each.id === id);
}
