// The HTTP API. Every failure becomes an ApiError whose message can be shown to people.

import { say } from "./catalogue.svelte";
import { settings } from "./settings.svelte";
import type { DurationInfo, GameInfo, Hint, Invitation, Lesson, Problem, Replay, Seated, SeatWish } from "./protocol";
import type { TableInfo, Tried, Verdict } from "./protocol";

export class ApiError extends Error {
  constructor(
    public readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** The sentence to show for something that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface RequestOptions {
  method?: string;
  /** A string is sent as plain text, anything else as JSON. */
  body?: unknown;
  secret?: string | undefined;
  query?: Record<string, string | number>;
}

async function request(
  path: string,
  { method = "GET", body, secret, query = {} }: RequestOptions = {},
): Promise<Response> {
  const url = new URL(`/api${path}`, location.origin);
  const parameters: Record<string, string | number> = { lang: settings.lang, ...query };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  const headers: Record<string, string> = {};
  if (secret) headers.Authorization = `Bearer ${secret}`;
  if (body !== undefined) headers["Content-Type"] = typeof body === "string" ? "text/plain" : "application/json";
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("unreachable", say("problem.unreachable"));
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    throw new ApiError(problem.code ?? "http", problem.sentence ?? say("problem.unknown"));
  }
  return response;
}

const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;
const text = async (response: Promise<Response>): Promise<string> => await (await response).text();

export const api = {
  games: () => json<GameInfo[]>(request("/games")),
  rules: (game: string) => text(request(`/games/${game}/rules`, { query: { form: "html" } })),
  demo: (game: string) => json<Replay>(request(`/games/${game}/demo`)),
  lesson: async (game: string) => (await json<Lesson>(request(`/games/${game}/lesson`))).steps,
  tryMove: (game: string, step: number, move: string) =>
    json<Tried>(request(`/games/${game}/lesson/${step}`, { method: "POST", body: { move } })),
  duration: (game: string, options: Record<string, string>, seats: number) =>
    json<DurationInfo>(request(`/games/${game}/duration`, { method: "POST", body: { options, seats } })),
  createTable: (game: string, options: Record<string, string>, seats: SeatWish[]) =>
    json<Seated>(request("/tables", { method: "POST", body: { game, options, seats } })),
  table: (table: string) => json<TableInfo>(request(`/tables/${encodeURIComponent(table)}`)),
  join: (table: string, name: string) =>
    json<Seated>(request(`/tables/${table}/seats`, { method: "POST", body: { name } })),
  reclaim: (table: string, seat: number, secret: string) =>
    request(`/tables/${table}/seats/${seat}/reclaim`, { method: "POST", secret }),
  leave: (table: string, seat: number, secret: string) =>
    request(`/tables/${table}/seats/${seat}/leave`, { method: "POST", secret }),
  giveSeatToBot: (table: string, seat: number, level: string, secret: string) =>
    request(`/tables/${table}/seats/${seat}/bot`, { method: "POST", body: { level }, secret }),
  rematch: (table: string, secret: string) =>
    json<Seated>(request(`/tables/${table}/rematch`, { method: "POST", secret })),
  invitation: (table: string) => json<Invitation>(request(`/tables/${table}/invite`)),
  hint: (table: string, seat: number, secret: string) =>
    json<Hint>(request(`/tables/${table}/seats/${seat}/hint`, { secret })),
  verify: (table: string) => json<Verdict>(request(`/tables/${table}/verify`)),
  replayTable: (table: string, seat: number, secret?: string) =>
    json<Replay>(request(`/tables/${table}/replay`, { query: { seat }, secret })),
  replayRecord: (record: string, seat: number) =>
    json<Replay>(request("/replays", { method: "POST", body: record, query: { seat } })),
};
