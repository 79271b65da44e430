import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { settings } from "./settings.svelte";
import { speak } from "./catalogue.svelte";

await speak(settings.lang);
mount(App, { target: document.body });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  // Only for opening without a server; the app works without it (and browsers want https or localhost for it).
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
