// How the seats of a table are called on this screen.

import { say } from "./words.svelte";
import type { BotInfo, Chair } from "./wire";

const BOT = "bot ";

/** A bot by its level in words, a person by the nickname. */
function shownName(name: string, bots: BotInfo[]): string {
  if (!name.startsWith(BOT)) return name;
  const level = name.slice(BOT.length);
  return bots.find((bot) => bot.name === level)?.label ?? level;
}

export const shownNames = (chairs: Chair[], bots: BotInfo[]): string[] =>
  chairs.map((chair) => (chair.kind === "open" ? say("seat.nobody") : shownName(chair.name, bots)));
