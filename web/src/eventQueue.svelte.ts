// Events that have arrived but are not shown yet. They are shown one at a time, so that people can follow.

import type { EventMessage } from "./protocol";
import { settings } from "./settings.svelte";

const MAX_PACED = 12; // when more events than this are waiting, they are shown without pauses

export class EventQueue {
  private events = $state.raw<EventMessage[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastShown = 0;

  /** `show` puts an event on the screen; an event that `isOwn` is shown without delay. */
  constructor(
    private readonly show: (event: EventMessage) => void,
    private readonly isOwn: (event: EventMessage) => boolean,
  ) {}

  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  get newest(): EventMessage | undefined {
    return this.events.at(-1);
  }

  add(event: EventMessage) {
    this.events = [...this.events, event];
    this.showDue();
  }

  /** Show everything at once. */
  flush() {
    this.stop();
    while (!this.isEmpty) this.showFirst();
  }

  clear() {
    this.stop();
    this.events = [];
  }

  private showDue() {
    if (this.timer !== undefined) return;
    while (!this.isEmpty) {
      const delay = this.delayOf(this.events[0]!);
      if (delay > 0) {
        this.timer = setTimeout(() => {
          this.timer = undefined;
          this.showFirst();
          this.showDue();
        }, delay);
        return;
      }
      this.showFirst();
    }
  }

  private showFirst() {
    const [event, ...rest] = this.events;
    this.events = rest;
    this.lastShown = performance.now();
    this.show(event!);
  }

  /** Milliseconds until an event is due. */
  private delayOf(event: EventMessage): number {
    if (this.isOwn(event) || this.events.length > MAX_PACED || document.hidden) return 0;
    const pace = event.actor === "*" ? settings.pace / 3 : settings.pace; // seven tokens drawn are not seven turns
    return this.lastShown + pace - performance.now();
  }

  private stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
