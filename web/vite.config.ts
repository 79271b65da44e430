import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => decodeURI(new URL(path, import.meta.url).pathname);

// A game's words are for terminal, server and board alike; what only the server says need not travel with the board.
const SERVER_SAYS = /^(event|illegal|lesson|level|malformed|reason)\./;

const wordsOfBoards: Plugin = {
  name: "words-of-boards",
  enforce: "pre",
  transform(code, id) {
    if (!/\/games\/\w+\/text\/\w+\.json$/.test(id)) return;
    const words = Object.entries(JSON.parse(code) as object).filter(([key]) => !SERVER_SAYS.test(key));
    return { code: JSON.stringify(Object.fromEntries(words)), map: null };
  },
};

export default defineConfig({
  plugins: [svelte(), wordsOfBoards],
  resolve: {
    alias: { $kit: here("./src/kit"), $games: here("../src/damier/games") },
    // A board lies in its game's folder, far from node_modules; svelte is found from here for it too.
    dedupe: ["svelte"],
  },
  build: {
    outDir: here("../src/damier/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy knows no inline data
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } }, // how long the build took is nobody's concern here
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
});
