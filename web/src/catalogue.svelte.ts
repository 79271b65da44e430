// The words of the app and of each game: one catalogue per language, loaded when needed.

import type { Gaps, Say } from "$kit/types";
import type en from "./text/en.json";
import { settings, type Lang } from "./settings.svelte";

type Catalogue = Record<string, string | Record<string, string>>;
type Loader = () => Promise<Catalogue>;

const own = import.meta.glob("./text/*.json", { import: "default" }) as Record<string, Loader>;
const ofGames = import.meta.glob("$games/[!_]*/text/*.json", { import: "default" }) as Record<string, Loader>;

let catalogue = $state.raw<Catalogue>({});

/** Fetch the app's words in a language, and speak it from then on. */
export async function speak(lang: Lang) {
  catalogue = await own[`./text/${lang}.json`]!();
}

/** One of the app's sentences. A key that is in no catalogue does not compile. */
export const say = (key: keyof typeof en, gaps?: Gaps): string => filled(catalogue, key, gaps);

/** A game's own words. */
export async function catalogueOf(game: string, lang: Lang): Promise<Say> {
  const found = Object.entries(ofGames).find(([path]) => path.endsWith(`/${game}/text/${lang}.json`));
  const words = found ? await found[1]() : {};
  return (key, gaps) => filled(words, key, gaps);
}

function filled(words: Catalogue, key: string, gaps: Gaps = {}): string {
  const found = words[key];
  const sentence = typeof found === "object" ? found[plural(Number(gaps.n ?? 0))] : found;
  return (sentence ?? key).replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = gaps[name];
    return value === undefined ? gap : typeof value === "number" ? number(value) : value;
  });
}

function plural(n: number): string {
  return new Intl.PluralRules(settings.lang).select(n) === "one" ? "one" : "other";
}

/** A number as the language writes it. */
export function number(n: number): string {
  return new Intl.NumberFormat(settings.lang).format(n);
}
