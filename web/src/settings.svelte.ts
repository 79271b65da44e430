// The preferences of whoever uses this browser. They are stored only in this browser.

export type Lang = "en" | "fr";
export type Theme = "auto" | "light" | "dark";

interface Settings {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  /** How long each event caused by others stays on the screen before the next one is shown, in milliseconds. */
  pace: number;
  name: string;
}

const STORAGE_KEY = "damier.settings";

function load(): Settings {
  const lang: Lang = navigator.language.startsWith("fr") ? "fr" : "en";
  const defaults: Settings = { lang, theme: "auto", sound: false, pace: 900, name: "" };
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return defaults; // there is no storage, or what it holds is not ours
  }
}

export const settings = $state(load());

const dark = matchMedia("(prefers-color-scheme: dark)");

function apply() {
  const theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = settings.lang;
}

/** Change some settings, store them and apply them to the page. */
export function updateSettings(change: Partial<Settings>) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // In a browser without storage, the change lasts until the page is closed.
  }
  apply();
}

dark.addEventListener("change", apply);
apply();
