// The WebSocket of a table. It reconnects by itself until it is closed.

import type { ClientMessage, ServerMessage } from "./protocol";

const RECONNECT_DELAYS = [500, 1000, 2000, 4000]; // milliseconds; the last one is repeated
const PING_INTERVAL = 15_000;
const PONG_TIMEOUT = 10_000; // then the connection is dead, even if the browser has not noticed yet

export interface SocketHandlers {
  /** The first message on each new connection. */
  hello: () => ClientMessage;
  receive: (message: ServerMessage) => void;
  /** The connection was lost; another attempt follows. */
  disconnected: () => void;
}

export class TableSocket {
  private readonly url: URL;
  private socket: WebSocket | null = null;
  private closed = false;
  private failures = 0;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private pongTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    table: string,
    private readonly handlers: SocketHandlers,
  ) {
    this.url = new URL(`/api/tables/${table}/socket`, location.href);
    this.url.protocol = this.url.protocol.replace("http", "ws");
    this.open();
    addEventListener("online", this.openIfNeeded);
    document.addEventListener("visibilitychange", this.openIfNeeded);
  }

  send(message: ClientMessage) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Drop the connection and open a new one, which says hello again. */
  reconnect() {
    this.detach();
    this.open();
  }

  close() {
    this.closed = true;
    this.detach();
    removeEventListener("online", this.openIfNeeded);
    document.removeEventListener("visibilitychange", this.openIfNeeded);
  }

  private open() {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.send(this.handlers.hello());
      this.pingTimer = setInterval(this.ping, PING_INTERVAL);
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return; // a message that arrives late on a connection that was replaced
      clearTimeout(this.pongTimer);
      const received = JSON.parse(message.data as string) as ServerMessage;
      if (received.type === "welcome") this.failures = 0;
      this.handlers.receive(received);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.retry();
    };
  }

  private openIfNeeded = () => {
    if (!this.socket && !this.closed) this.open();
  };

  private retry() {
    this.detach();
    if (this.closed) return;
    this.handlers.disconnected();
    const delay = RECONNECT_DELAYS[Math.min(this.failures++, RECONNECT_DELAYS.length - 1)];
    setTimeout(this.openIfNeeded, delay);
  }

  private ping = () => {
    this.send({ type: "ping" });
    clearTimeout(this.pongTimer);
    this.pongTimer = setTimeout(() => this.retry(), PONG_TIMEOUT);
  };

  /** Let go of the current connection, if there is one. */
  private detach() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearInterval(this.pingTimer);
    clearTimeout(this.pongTimer);
  }
}
