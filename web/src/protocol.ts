// The types of the protocol, generated from the schemas that the server publishes, and the app's helpers for them.

import type { ServerMessage } from "./protocol.generated";

export type * from "./protocol.generated";

export type View = Record<string, unknown>;
export type EventMessage = Extract<ServerMessage, { type: "event" }>;
export type SnapshotMessage = Extract<ServerMessage, { type: "snapshot" }>;

/** A seat, or "*" for chance. */
export type Actor = EventMessage["actor"];

/** An actor as the app counts: chance, and the start of a game where nobody acted, are 0. */
export const actorNumber = (actor: Actor | null): number => (actor === "*" || actor === null ? 0 : actor);
