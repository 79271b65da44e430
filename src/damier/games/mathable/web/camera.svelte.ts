// Which part of the board is seen. Where the whole would be too small, the squares where play is, and one can pan.

import type { Attachment } from "svelte/attachments";
import { columnOf, rowOf, SIZE } from "./squares";

const NEAR = 10; // squares across, seen from near
const SMALL = 34; // pixels: squares smaller than this ask for nearness
const FAR = 8; // pixels that make a drag of a tap
const PINCHED = 0.8; // two fingers this much closer together

const within = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));

/** Where to look from, so that low..high is seen; as near to where one looks now as can be. */
function reach(from: number, size: number, low: number, high: number): number {
  if (high - low > size) return (low + high - size) / 2;
  return within(high - size, from, low);
}

export class Camera {
  /** The room there is, in pixels. */
  width = $state(0);
  height = $state(0);
  /** How much of it something covers, at the bottom. */
  covered = $state(0);
  /** Whether the person wants to see the whole board. */
  whole = $state(false);
  /** While a finger pans, nothing eases. */
  panning = $state(false);
  private left = $state((SIZE - NEAR) / 2);
  private top = $state((SIZE - NEAR) / 2);

  private readonly room = $derived(Math.min(this.width, this.height));
  readonly canZoom = $derived(this.room / SIZE < SMALL);
  readonly near = $derived(this.canZoom && !this.whole);
  /** Pixels of a square. */
  readonly unit = $derived(this.near ? Math.max(SMALL, this.room / NEAR) : this.room / SIZE);
  readonly columns = $derived(Math.min(SIZE, this.width / this.unit));
  readonly rows = $derived(Math.min(SIZE, this.height / this.unit));
  readonly x = $derived(within(0, this.left, SIZE - this.columns));
  private readonly free = $derived(this.rows - (this.near ? this.covered / this.unit : 0)); // rows that nothing covers
  readonly y = $derived(within(0, this.top, SIZE - this.free));

  sees(square: string): boolean {
    const [row, column] = [rowOf(square) + 0.5, columnOf(square) + 0.5];
    return row > this.y && row < this.y + this.free && column > this.x && column < this.x + this.columns;
  }

  /** Look so that these squares are seen, with a little around them. */
  frame(squares: string[], around = 1) {
    if (squares.length === 0 || !this.near) return;
    const [rows, columns] = [squares.map(rowOf), squares.map(columnOf)];
    this.left = reach(this.x, this.columns, Math.min(...columns) - around, Math.max(...columns) + 1 + around);
    this.top = reach(this.y, this.free, Math.min(...rows) - around, Math.max(...rows) + 1 + around);
  }

  /** Whether squares can be seen all at once. */
  holds(squares: string[]): boolean {
    const spread = (places: number[]) => Math.max(...places) - Math.min(...places) + 1;
    return spread(squares.map(rowOf)) <= this.free && spread(squares.map(columnOf)) <= this.columns;
  }

  pan(right: number, down: number) {
    this.left = this.x + right;
    this.top = this.y + down;
  }
}

/** One finger pans, two pinch. What was a pan is no click. */
export function panning(camera: Camera): Attachment<HTMLElement> {
  return (root) => {
    const fingers = new Map<number, { x: number; y: number }>();
    let spread = 0;
    let moved = false;

    const apart = () => {
      const [one, other] = [...fingers.values()];
      return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !camera.canZoom) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      spread = apart();
      moved = false;
    };

    const move = (event: PointerEvent) => {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const [right, below] = [event.clientX - from.x, event.clientY - from.y];
      if (fingers.size === 2) {
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (apart() < spread * PINCHED) camera.whole = true;
        if (apart() > spread / PINCHED) camera.whole = false;
        moved = true;
      } else if (camera.near && (camera.panning || Math.hypot(right, below) > FAR)) {
        if (!camera.panning) root.setPointerCapture(event.pointerId);
        camera.panning = moved = true;
        camera.pan(-right / camera.unit, -below / camera.unit);
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }
    };

    const up = (event: PointerEvent) => {
      fingers.delete(event.pointerId);
      camera.panning = false;
      if (moved) setTimeout(() => (moved = false));
    };

    const click = (event: MouseEvent) => {
      if (!moved) return;
      event.stopPropagation();
      event.preventDefault();
    };

    const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const;
    for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener as EventListener);
    root.addEventListener("click", click, { capture: true });
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        root.removeEventListener(name, listener as EventListener);
      root.removeEventListener("click", click, { capture: true });
    };
  };
}
