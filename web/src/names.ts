// The names of the players at a table, as this screen shows them.

import { say } from "./catalogue.svelte";
import type { BotInfo, SeatInfo } from "./protocol";

const BOT = "bot ";

/** A bot is shown by the label of its level, a person by their nickname. */
function shownName(name: string, bots: BotInfo[]): string {
  if (!name.startsWith(BOT)) return name;
  const level = name.slice(BOT.length);
  return bots.find((bot) => bot.name === level)?.label ?? level;
}

export const shownNames = (seats: SeatInfo[], bots: BotInfo[]): string[] =>
  seats.map((seat) => (seat.kind === "open" ? say("seat.nobody") : shownName(seat.name, bots)));
