// Dragging, by mouse, pen or finger, between elements that carry `data-spot`. A tap stays a click.

import type { Attachment } from "svelte/attachments";

export interface Drag {
  /** Whether a spot can be lifted. */
  can: (spot: string) => boolean;
  /** A spot is lifted. */
  lift: (spot: string) => void;
  /** What was lifted is held over a spot (or none), at a place on the screen. */
  over: (spot: string | null, x: number, y: number) => void;
  /** What was lifted is let go over a spot, or over none. */
  drop: (spot: string | null) => void;
}

const FAR = 8; // pixels that make a drag of a tap

export function drag(handlers: () => Drag): Attachment<HTMLElement> {
  return (root) => {
    let from: string | null = null;
    let start = { x: 0, y: 0 };
    let lifted = false;
    let justDropped = false;

    const spotAt = (x: number, y: number): string | null => {
      const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-spot]");
      return found && root.contains(found) ? (found.dataset.spot ?? null) : null;
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      const spot = (event.target as Element).closest<HTMLElement>("[data-spot]")?.dataset.spot;
      if (spot === undefined || !handlers().can(spot)) return;
      from = spot;
      start = { x: event.clientX, y: event.clientY };
      lifted = false;
    };

    const move = (event: PointerEvent) => {
      if (from === null) return;
      if (!lifted) {
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
        lifted = true;
        root.setPointerCapture(event.pointerId);
        handlers().lift(from);
      }
      handlers().over(spotAt(event.clientX, event.clientY), event.clientX, event.clientY);
    };

    const up = (event: PointerEvent) => {
      if (from !== null && lifted) {
        justDropped = true;
        setTimeout(() => (justDropped = false));
        handlers().drop(event.type === "pointerup" ? spotAt(event.clientX, event.clientY) : null);
      }
      from = null;
      lifted = false;
    };

    // The click that browsers send after a drag belongs to nobody.
    const click = (event: MouseEvent) => {
      if (justDropped) {
        event.stopPropagation();
        event.preventDefault();
      }
    };

    root.addEventListener("pointerdown", down);
    root.addEventListener("pointermove", move);
    root.addEventListener("pointerup", up);
    root.addEventListener("pointercancel", up);
    root.addEventListener("click", click, { capture: true });
    return () => {
      root.removeEventListener("pointerdown", down);
      root.removeEventListener("pointermove", move);
      root.removeEventListener("pointerup", up);
      root.removeEventListener("pointercancel", up);
      root.removeEventListener("click", click, { capture: true });
    };
  };
}
