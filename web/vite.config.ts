import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const server = process.env.WHISTLESTOP_SERVER ?? "http://127.0.0.1:8000";

/** Every file costs a slow machine some time, so what several pages share comes in two: for all pages, and for boards. */
const GROUPS = [
  { name: "base", minShareCount: 4, priority: 1 },
  { name: "board", test: /src.(board|cards|table)./, minShareCount: 2 },
];

/** Whoever gets the fonts gets their licences. */
const licences: Plugin = {
  name: "licences",
  generateBundle() {
    for (const name of readdirSync("fonts").filter((file) => file.endsWith(".txt"))) {
      this.emitFile({ type: "asset", fileName: `fonts/${name}`, source: readFileSync(`fonts/${name}`) });
    }
  },
};

export default defineConfig({
  plugins: [svelte(), licences],
  build: {
    outDir: "../src/whistlestop/server/web/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows nothing inline
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
