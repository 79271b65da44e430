// Drag and drop, by mouse, pen or finger, between elements that have a `data-spot`. A tap remains a click.

import type { Attachment } from "svelte/attachments";

export interface Drag {
  /** Whether something can be dragged from a spot. */
  can: (spot: string) => boolean;
  /** A drag begins at a spot. */
  lift: (spot: string) => void;
  /** The pointer is now over a spot (or over none), at these coordinates of the screen. */
  over: (spot: string | null, x: number, y: number) => void;
  /** The drag ends over a spot, or over none. */
  drop: (spot: string | null) => void;
}

const DRAG_THRESHOLD = 8; // pixels; a shorter movement is a tap

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
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < DRAG_THRESHOLD) return;
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

    // Browsers send a click after a drag; it is not meant for anything.
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
