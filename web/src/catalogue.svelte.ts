// The texts of the app and of each game: one catalogue per language, loaded when needed.

import type { Gaps, Say } from "$kit/types";
import type en from "./text/en.json";
import { settings, type Lang } from "./settings.svelte";

type Catalogue = Record<string, string | Record<string, string>>;
type Loader = () => Promise<Catalogue>;

const appCatalogues = import.meta.glob("./text/*.json", { import: "default" }) as Record<string, Loader>;
const gameCatalogues = import.meta.glob("$games/[!_]*/text/*.json", { import: "default" }) as Record<string, Loader>;

let catalogue = $state.raw<Catalogue>({});

/** Load the app's texts in a language; `say` uses them from then on. */
export async function loadCatalogue(lang: Lang) {
  catalogue = await appCatalogues[`./text/${lang}.json`]!();
}

/** One of the app's own texts. */
export const say = (key: keyof typeof en, gaps?: Gaps): string => format(catalogue, key, gaps);

/** Load the texts of a game. */
export async function catalogueOf(game: string, lang: Lang): Promise<Say> {
  const found = Object.entries(gameCatalogues).find(([path]) => path.endsWith(`/${game}/text/${lang}.json`));
  const texts = found ? await found[1]() : {};
  return (key, gaps) => format(texts, key, gaps);
}

/**
 * Fill the gaps of a text: `{who}` with a value as it is, `{who:de}` with the French "de" before it.
 * Where a text has two forms, the gap `n` chooses between them.
 */
function format(texts: Catalogue, key: string, gaps: Gaps = {}): string {
  const found = texts[key];
  const text = typeof found === "object" ? found[pluralForm(Number(gaps.n ?? 0))] : found;
  return (text ?? key).replace(/\{(\w+)(:de)?\}/g, (gap, name: string, de?: string) => {
    const value = gaps[name];
    if (value === undefined) return gap;
    const filled = typeof value === "number" ? formatNumber(value) : value;
    return de ? withDe(filled) : filled;
  });
}

/** "d’Ada", "d’Édith", "d’Hugo"; "de Bo", "de Yann". */
function withDe(name: string): string {
  const first = name.normalize("NFD").charAt(0); // without its accent
  return /[aeiouhœæ]/i.test(first) ? `d’${name}` : `de ${name}`;
}

function pluralForm(n: number): string {
  return new Intl.PluralRules(settings.lang).select(n) === "one" ? "one" : "other";
}

/** Write a number as the language does. */
export function formatNumber(n: number): string {
  return new Intl.NumberFormat(settings.lang).format(n);
}
