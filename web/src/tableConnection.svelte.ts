// A table as this browser sees it: what the server sent, shown event by event, and the actions of the seats held here.

import type { BoardEvent } from "$kit/types";
import { EventQueue } from "./eventQueue.svelte";
import { actorNumber, type Actor, type ClientMessage, type Ending, type EventMessage } from "./protocol";
import type { SeatEvent, SeatView, ServerMessage, SnapshotMessage, TableInfo } from "./protocol";
import { seatKeysAt } from "./seatKeys";
import { settings } from "./settings.svelte";
import { TableSocket } from "./tableSocket";

export type ConnectionStatus = "connecting" | "open" | "lost" | "no table";

interface ShownEvent {
  seq: number;
  actor: number;
  seats: Record<string, SeatEvent>;
}

export class TableConnection {
  status = $state<ConnectionStatus>("connecting");
  info = $state.raw<TableInfo | null>(null);
  /** The seats held by this browser; empty for a spectator. */
  ownSeats = $state.raw<number[]>([]);
  /** By seat held here (or 0 for a spectator): its view and its legal moves. */
  seatViews = $state.raw<Record<string, SeatView>>({});
  /** The sequence number of the last event shown. */
  seq = $state(0);
  scores = $state.raw<number[]>([]);
  actors = $state.raw<number[]>([]);
  outcome = $state.raw<Ending | null>(null);
  undoRequest = $state.raw<{ seat: number; sentence: string } | null>(null);
  /** What the server had to say when we connected: that a seat's key is not valid any more. */
  notice = $state<string | null>(null);
  /** Seats this browser held before, which it may ask back. */
  formerSeats = $state.raw<number[]>([]);
  refusal = $state.raw<{ sentence: string; rule: string | null } | null>(null);

  /** The events shown since the last snapshot. A snapshot comes at the start, and after an undo. */
  private history = $state.raw<ShownEvent[]>([]);
  private hasSnapshot = false;
  private readonly queue = new EventQueue(
    (event) => this.show(event),
    (event) => this.ownSeats.includes(actorNumber(event.actor)),
  );
  private readonly socket: TableSocket;

  constructor(private readonly id: string) {
    this.socket = new TableSocket(id, {
      hello: () => this.hello(),
      receive: (message) => this.receive(message),
      disconnected: () => (this.status = "lost"),
    });
  }

  /** Whether there are events that are not shown yet. */
  get isCatchingUp(): boolean {
    return !this.queue.isEmpty;
  }

  /** The events shown so far, as one seat may read them. */
  eventsFor(seat: number): BoardEvent[] {
    return this.history.map(({ seq, actor, seats }) => {
      const part = seats[seat];
      return { seq, actor, event: part?.event ?? "", sentence: part?.sentence ?? "" };
    });
  }

  /** Show all events that have arrived, without pauses. */
  catchUp() {
    this.queue.flush();
  }

  /** Start afresh, because the language or the seats held here have changed. */
  restart() {
    this.hasSnapshot = false;
    this.queue.clear();
    this.socket.reconnect();
  }

  close() {
    this.queue.clear();
    this.socket.close();
  }

  // Actions

  /** Make a move; while there are events to show, show them instead, because the move was meant for an older position. */
  play(seat: number, move: string) {
    if (this.isCatchingUp) this.catchUp();
    else this.act({ type: "move", seat, seq: this.newestSeq, move });
  }

  resign(seat: number) {
    this.act({ type: "resign", seat, seq: this.newestSeq });
  }

  /** Ask to undo the last move, or agree to an undo that another seat asked for. */
  undo(seat: number) {
    this.act({ type: "undo", seat, seq: this.newestSeq });
  }

  refuseUndo(seat: number) {
    this.act({ type: "refuse", seat, seq: this.newestSeq });
  }

  private act(message: ClientMessage) {
    this.refusal = null;
    this.socket.send(message);
  }

  private get newestSeq(): number {
    return this.queue.newest?.seq ?? this.seq;
  }

  // Messages

  private hello(): ClientMessage {
    const secrets = seatKeysAt(this.id).map((key) => key.secret);
    const since = this.hasSnapshot ? this.newestSeq : null;
    return { type: "hello", protocol: 2, secrets, lang: settings.lang, since };
  }

  private receive(message: ServerMessage) {
    switch (message.type) {
      case "welcome":
        this.status = "open";
        this.ownSeats = message.you.filter((seat) => seat > 0);
        this.formerSeats = message.former;
        this.notice = message.notice;
        this.info = message.table;
        break;
      case "snapshot":
        this.load(message);
        break;
      case "event":
        this.queue.add(message);
        break;
      case "table":
        this.info = message.table;
        break;
      case "undo":
        this.undoRequest = message.seat === null ? null : { seat: message.seat, sentence: message.sentence };
        break;
      case "error":
        if (message.code === "unknown") {
          this.status = "no table";
          this.close();
        }
        this.refusal = { sentence: message.sentence, rule: message.rule };
        break;
    }
  }

  private load(snapshot: SnapshotMessage) {
    this.queue.clear();
    if (!this.hasSnapshot || snapshot.seq !== this.seq) this.history = []; // else it only shows again what is known
    this.hasSnapshot = true;
    this.seatViews = snapshot.seats;
    this.setPosition(snapshot);
  }

  private show(event: EventMessage) {
    const seatViews: Record<string, SeatView> = {};
    for (const [seat, { view, legal }] of Object.entries(event.seats)) {
      seatViews[seat] = { view: { ...this.seatViews[seat]?.view, ...view }, legal };
    }
    this.seatViews = seatViews;
    this.setPosition(event);
    this.history = [...this.history, { seq: event.seq, actor: actorNumber(event.actor), seats: event.seats }];
    this.refusal = null;
  }

  private setPosition(now: { seq: number; scores: number[]; actors: Actor[]; outcome: Ending | null }) {
    this.seq = now.seq;
    this.scores = now.scores;
    this.actors = now.actors.map(actorNumber);
    this.outcome = now.outcome;
  }
}
