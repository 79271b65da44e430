import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => decodeURI(new URL(path, import.meta.url).pathname);

// A game's catalogue serves the terminal, the server and the board. What only the server says is left out of the bundle.
const SERVER_ONLY = /^(event|illegal|lesson|level|malformed|reason)\./;

const boardTexts: Plugin = {
  name: "board-texts",
  enforce: "pre",
  transform(code, id) {
    if (!/\/games\/\w+\/text\/\w+\.json$/.test(id)) return;
    const texts = Object.entries(JSON.parse(code) as object).filter(([key]) => !SERVER_ONLY.test(key));
    return { code: JSON.stringify(Object.fromEntries(texts)), map: null };
  },
};

export default defineConfig({
  plugins: [svelte(), boardTexts],
  resolve: {
    alias: { $kit: here("./src/kit"), $games: here("../src/damier/games") },
    // Boards are in their games' folders, outside of web/; they use the svelte that is installed here.
    dedupe: ["svelte"],
  },
  build: {
    outDir: here("../src/damier/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows no inline data
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } }, // no report on how long each plugin took
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
});
