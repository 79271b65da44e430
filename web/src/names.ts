// The names of the players at a table, as this screen shows them.

import { say } from "./catalogue.svelte";
import type { BotInfo, SeatInfo } from "./protocol";

/** A bot is shown by the label of its level, a person by their nickname. */
function shownName(seat: SeatInfo, bots: BotInfo[]): string {
  if (seat.bot === null) return seat.name;
  return bots.find((bot) => bot.name === seat.bot)?.label ?? seat.bot;
}

export const shownNames = (seats: SeatInfo[], bots: BotInfo[]): string[] =>
  seats.map((seat) => (seat.kind === "open" ? say("seat.nobody") : shownName(seat, bots)));
