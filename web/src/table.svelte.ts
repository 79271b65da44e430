// A table, as this browser sees it: a socket that comes back by itself, and what it told, one visible event at a time.

import { seatKeysAt } from "./seatKeys";
import { settings } from "./settings.svelte";
import { numbered, type Ending, type EventMessage, type SeatPart, type TableInfo, type ServerMessage } from "./protocol";
import type { Happened } from "$kit/types";

const LATE = [500, 1000, 2000, 4000]; // milliseconds before the next try to connect
const WALL = 12; // this many events waiting are not told one by one any more
const PING = 15_000;
const SILENCE = 10_000; // no answer to a ping: the connection is gone, whatever the browser thinks

interface Heard {
  seq: number;
  actor: number;
  seats: Record<string, SeatPart>;
}

export type Connection = "connecting" | "open" | "lost" | "none";

export class Table {
  info = $state.raw<TableInfo | null>(null);
  connection = $state<Connection>("connecting");
  you = $state.raw<number[]>([]);
  parts = $state.raw<Record<string, SeatPart>>({});
  seq = $state(0);
  scores = $state.raw<number[]>([]);
  actors = $state.raw<number[]>([]);
  outcome = $state.raw<Ending | null>(null);
  /** What happened while we looked, as each seat here may read it; empty after a jump (undo, coming late). */
  history = $state.raw<Heard[]>([]);
  undoAsked = $state.raw<{ seat: number; sentence: string } | null>(null);
  refusal = $state.raw<{ sentence: string; rule: string | null } | null>(null);
  /** Whether something happened that is not shown yet. */
  waiting = $state(false);

  private socket: WebSocket | null = null;
  private queue: EventMessage[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownAt = 0;
  private tries = 0;
  private heard = false;
  private closed = false;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly id: string) {
    this.connect();
    addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.retry);
  }

  // Connecting

  private connect() {
    const address = new URL(`/api/tables/${this.id}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(address));
    socket.onopen = () => {
      const secrets = seatKeysAt(this.id).map((held) => held.secret);
      const since = this.heard ? { since: this.newest } : {};
      this.send({ type: "hello", protocol: 2, secrets, lang: settings.lang, ...since });
      this.pinging = setInterval(this.ping, PING);
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as ServerMessage);
    socket.onclose = () => this.lost(socket);
  }

  private get newest(): number {
    return this.queue.at(-1)?.seq ?? this.seq;
  }

  private lost(socket: WebSocket) {
    if (socket !== this.socket) return;
    this.socket = null;
    clearInterval(this.pinging);
    clearTimeout(this.silence);
    if (this.closed || this.connection === "none") return;
    this.connection = "lost";
    setTimeout(this.retry, LATE[Math.min(this.tries++, LATE.length - 1)]);
  }

  private retry = () => {
    if (!this.socket && !this.closed && this.connection !== "none") this.connect();
  };

  private ping = () => {
    this.send({ type: "ping" });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      const gone = this.socket;
      gone?.close();
      if (gone) this.lost(gone); // a dead network may take minutes to close
    }, SILENCE);
  };

  private send(what: object) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(what));
  }

  /** Say hello again: another language, or other seats. */
  again() {
    this.heard = false;
    this.queue = [];
    const old = this.socket;
    this.socket = null;
    old?.close();
    clearInterval(this.pinging);
    clearTimeout(this.silence);
    this.connect();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    clearTimeout(this.silence);
    removeEventListener("online", this.retry);
    document.removeEventListener("visibilitychange", this.retry);
    this.socket?.close();
  }

  // Hearing

  private hear(told: ServerMessage) {
    clearTimeout(this.silence);
    switch (told.type) {
      case "welcome":
        this.connection = "open";
        this.tries = 0;
        this.you = told.you.filter((seat) => seat > 0);
        this.info = told.table;
        break;
      case "snapshot":
        this.queue = [];
        clearTimeout(this.timer);
        this.timer = undefined;
        this.heard = true;
        this.parts = told.seats;
        this.seq = told.seq;
        this.settle(told.scores, told.actors, told.outcome);
        this.history = [];
        this.waiting = false;
        break;
      case "event":
        this.queue.push(told);
        this.waiting = true;
        this.pump();
        break;
      case "table":
        this.info = told.table;
        break;
      case "undo":
        this.undoAsked = told.seat === null ? null : { seat: told.seat, sentence: told.sentence };
        break;
      case "error":
        if (told.code === "unknown") this.connection = "none";
        this.refusal = { sentence: told.sentence, rule: told.rule };
        break;
    }
  }

  private settle(scores: number[], actors: (number | "*")[], outcome: Ending | null) {
    this.scores = scores;
    this.actors = actors.map(numbered);
    this.outcome = outcome;
  }

  // Showing

  private pump() {
    if (this.timer !== undefined || this.queue.length === 0) return;
    const next = this.queue[0]!;
    const own = next.actor !== "*" && this.you.includes(next.actor);
    const hurry = own || this.queue.length > WALL || document.hidden;
    const pace = next.actor === "*" ? settings.pace / 3 : settings.pace; // seven draws are no seven turns
    const wait = hurry ? 0 : Math.max(0, this.shownAt + pace - performance.now());
    if (wait <= 0) this.showNext();
    else
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.showNext();
      }, wait);
  }

  private showNext() {
    const told = this.queue.shift();
    if (!told) return;
    const parts: Record<string, SeatPart> = {};
    for (const [seat, part] of Object.entries(told.seats)) {
      parts[seat] = { ...part, view: { ...this.parts[seat]?.view, ...part.view } };
    }
    this.parts = parts;
    this.seq = told.seq;
    this.settle(told.scores, told.actors, told.outcome);
    this.history = [...this.history, { seq: told.seq, actor: numbered(told.actor), seats: told.seats }];
    this.refusal = null;
    this.shownAt = performance.now();
    this.waiting = this.queue.length > 0;
    this.pump();
  }

  /** Show at once all that happened. */
  skip() {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.queue.length > 0) {
      this.showNext();
      clearTimeout(this.timer);
      this.timer = undefined;
    }
  }

  /** What happened, as one seat may read it. */
  toldTo(seat: number): Happened[] {
    return this.history.map(({ seq, actor, seats }) => {
      const part = seats[seat];
      return { seq, actor, event: part?.event ?? "", sentence: part?.sentence ?? "" };
    });
  }

  // Acting

  private act(type: string, seat: number, what: object = {}) {
    this.refusal = null;
    this.send({ type, seat, seq: this.newest, ...what });
  }

  play(seat: number, move: string) {
    if (this.waiting) this.skip();
    else this.act("move", seat, { move });
  }

  resign(seat: number) {
    this.act("resign", seat);
  }

  /** Ask to take a move back, or agree to it. */
  undo(seat: number) {
    this.act("undo", seat);
  }

  refuse(seat: number) {
    this.act("refuse", seat);
  }
}
