// The HTTP side of the server. Every refusal becomes a Problem with words for a person.

import { settings } from "./settings.svelte";
import { say } from "./catalogue.svelte";
import type { GameInfo, Invitation, LessonStep, Replay, Seated, SeatWish, TableInfo, Tried } from "./protocol";

export class Problem extends Error {
  constructor(
    public readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

interface Request {
  method?: string;
  body?: unknown;
  secret?: string | undefined;
  query?: Record<string, string | number>;
}

async function ask(path: string, { method = "GET", body, secret, query = {} }: Request = {}): Promise<Response> {
  const url = new URL(`/api${path}`, location.origin);
  for (const [name, value] of Object.entries({ lang: settings.lang, ...query })) url.searchParams.set(name, `${value}`);
  const headers: Record<string, string> = {};
  if (secret) headers.Authorization = `Bearer ${secret}`;
  if (body !== undefined) headers["Content-Type"] = typeof body === "string" ? "text/plain" : "application/json";
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch {
    throw new Problem("unreachable", say("problem.unreachable"));
  }
  if (!answer.ok) {
    const said = (await answer.json().catch(() => ({}))) as { code?: string; sentence?: string };
    throw new Problem(said.code ?? "http", said.sentence ?? say("problem.unknown"));
  }
  return answer;
}

const json = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;
const text = async (answer: Promise<Response>): Promise<string> => await (await answer).text();

export const api = {
  games: () => json<GameInfo[]>(ask("/games")),
  rules: (game: string) => text(ask(`/games/${game}/rules`, { query: { form: "html" } })),
  demo: (game: string) => json<Replay>(ask(`/games/${game}/demo`)),
  lesson: async (game: string) => (await json<{ steps: LessonStep[] }>(ask(`/games/${game}/lesson`))).steps,
  tryMove: (game: string, step: number, move: string) =>
    json<Tried>(ask(`/games/${game}/lesson/${step}`, { method: "POST", body: { move } })),
  create: (game: string, options: Record<string, string>, seats: SeatWish[]) =>
    json<Seated>(ask("/tables", { method: "POST", body: { game, options, seats } })),
  table: (table: string) => json<TableInfo>(ask(`/tables/${encodeURIComponent(table)}`)),
  join: (table: string, name: string, seat?: number) =>
    json<Seated>(ask(`/tables/${table}/seats`, { method: "POST", body: { name, seat: seat ?? null } })),
  leave: (table: string, seat: number, secret: string) =>
    ask(`/tables/${table}/seats/${seat}/leave`, { method: "POST", secret }),
  giveToBot: (table: string, seat: number, level: string, secret: string) =>
    ask(`/tables/${table}/seats/${seat}/bot`, { method: "POST", body: { level }, secret }),
  rematch: (table: string, secret: string) => json<Seated>(ask(`/tables/${table}/rematch`, { method: "POST", secret })),
  invite: (table: string) => json<Invitation>(ask(`/tables/${table}/invite`)),
  hint: (table: string, seat: number, secret: string) =>
    json<{ move: string; reason: string }>(ask(`/tables/${table}/seats/${seat}/hint`, { secret })),
  record: (table: string, secret?: string) => text(ask(`/tables/${table}/record`, { secret })),
  verify: (table: string) => json<{ ok: boolean; sentence: string }>(ask(`/tables/${table}/verify`)),
  replay: (table: string, seat: number, secret?: string) =>
    json<Replay>(ask(`/tables/${table}/replay`, { query: { seat }, secret })),
  replayOf: (record: string, seat: number) =>
    json<Replay>(ask("/replays", { method: "POST", body: record, query: { seat } })),
};
