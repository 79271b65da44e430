// The frames of a replay. Each holds only what changed in the view since the frame before.

import type { BoardEvent } from "$kit/types";
import { actorNumber, type Frame, type View } from "./protocol";

/** The whole view after frame `n`. */
export function viewAt(frames: Frame[], n: number): View {
  return Object.assign({}, ...frames.slice(0, n + 1).map((frame) => frame.view)) as View;
}

/** The event that led to frame `n`; null for the first frame, which is the start of the game. */
export function eventAt(frames: Frame[], n: number): BoardEvent | null {
  const frame = frames[n];
  if (!frame || n === 0) return null;
  return {
    seq: frame.seq,
    actor: actorNumber(frame.actor),
    event: frame.event ?? "",
    sentence: frame.sentence ?? "",
  };
}
