// How the seats of a table are called on this screen.

import { say } from "./catalogue.svelte";
import type { BotInfo, SeatInfo } from "./protocol";

const BOT = "bot ";

/** A bot by its level in words, a person by the nickname. */
function shownName(name: string, bots: BotInfo[]): string {
  if (!name.startsWith(BOT)) return name;
  const level = name.slice(BOT.length);
  return bots.find((bot) => bot.name === level)?.label ?? level;
}

export const shownNames = (seats: SeatInfo[], bots: BotInfo[]): string[] =>
  seats.map((seat) => (seat.kind === "open" ? say("seat.nobody") : shownName(seat.name, bots)));
