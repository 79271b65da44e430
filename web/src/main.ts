import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { loadCatalogue } from "./catalogue.svelte";
import { settings } from "./settings.svelte";

await loadCatalogue(settings.lang);
mount(App, { target: document.body });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  // Lets the app open while the server is down. Everything else works without it; browsers require https or localhost.
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
