import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string) => decodeURI(new URL(path, import.meta.url).pathname);

export default defineConfig({
  plugins: [svelte()],
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
