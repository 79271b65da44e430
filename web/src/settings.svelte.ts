// What a person prefers, kept in this browser and nowhere else.

export type Lang = "en" | "fr";
export type Theme = "auto" | "light" | "dark";

interface Kept {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  /** Milliseconds each event of others stays alone on the table. */
  pace: number;
  name: string;
}

const KEY = "damier.settings";

function kept(): Kept {
  const lang: Lang = navigator.language.startsWith("fr") ? "fr" : "en";
  const defaults: Kept = { lang, theme: "auto", sound: false, pace: 900, name: "" };
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return defaults; // somebody else's writing, or no storage at all
  }
}

export const settings = $state(kept());

const dark = matchMedia("(prefers-color-scheme: dark)");

function show() {
  const theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = settings.lang;
}

/** Change something, keep it, and show it. */
export function prefer(change: Partial<Kept>) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  show();
}

dark.addEventListener("change", show);
show();
