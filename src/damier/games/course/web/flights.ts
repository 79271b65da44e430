// Cards that travel. Everything a card can lie on or come from carries `data-place`; whatever place is new after an
// event is a card that has just arrived, and it comes from where the event says.

import { travel } from "$kit/motion";
import type { BoardEvent } from "$kit/types";
import { readMove } from "./cards";

const FLIGHT = 320; // milliseconds

export type Places = Map<string, DOMRect>;

/** Where everything lies now. */
export function placesIn(root: HTMLElement): Places {
  const all = [...root.querySelectorAll<HTMLElement>("[data-place]")];
  return new Map(all.map((element) => [element.dataset.place!, element.getBoundingClientRect()]));
}

/** Let all that is new since then come from where it was. */
export function fly(root: HTMLElement, before: Places, happened: BoardEvent): void {
  const [verb, drawer] = happened.event.split(" ");
  const drawn = happened.actor === 0 && (verb === "draw" || verb === "show");
  for (const element of root.querySelectorAll<HTMLElement>("[data-place]")) {
    const place = element.dataset.place!;
    if (before.has(place) && !(drawn && place === `backs ${drawer}`)) continue;
    const from = before.get(sourceOf(place, before, happened));
    if (from) send(element, from);
  }
}

function sourceOf(place: string, before: Places, { actor, event }: BoardEvent): string {
  if (actor === 0) {
    const [verb, seat, card] = event.split(" ");
    if (verb === "draw" || verb === "show") return "stock";
    return before.has(`hand ${card}`) ? `hand ${card}` : `backs ${seat}`;
  }
  const arrives = place.split(" ")[0]!;
  if (before.has("band") && ["discard", "attack", "hand"].includes(arrives)) return "band";
  const { card } = readMove(event);
  return before.has(`hand ${card}`) ? `hand ${card}` : `backs ${actor}`;
}

function send(element: HTMLElement, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  element.style.zIndex = "5";
  travel(
    element,
    [
      [x, y],
      [0, 0],
    ],
    "px",
    FLIGHT,
  ).then(() => (element.style.zIndex = ""));
}
