import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const server = process.env.WHISTLESTOP_SERVER ?? "http://127.0.0.1:8000";

/** Every file costs a slow machine some time, so what several pages share comes in two: for all pages, and for boards. */
const GROUPS = [
  { name: "base", minShareCount: 4, priority: 1 },
  { name: "board", test: /src.(board|cards|table)./, minShareCount: 2 },
];

const VIEWER = "node_modules/swagger-ui-dist";

/** Whoever gets the fonts and the viewer of `/docs` gets their licences. */
const licences: Plugin = {
  name: "licences",
  generateBundle() {
    const emit = (fileName: string, path: string) =>
      this.emitFile({ type: "asset", fileName, source: readFileSync(path) });
    for (const name of readdirSync("fonts").filter((file) => file.endsWith(".txt"))) {
      emit(`fonts/${name}`, `fonts/${name}`);
    }
    emit("swagger-ui/LICENSE.txt", `${VIEWER}/LICENSE`);
    emit("swagger-ui/NOTICE.txt", `${VIEWER}/NOTICE`);
    emit("swagger-ui/PARTS.txt", `${VIEWER}/swagger-ui-es-bundle.js.LICENSE.txt`);
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
    chunkSizeWarningLimit: 1600, // KB: the viewer of `/docs`, which no other page loads
    rolldownOptions: { input: ["index.html", "docs.html"], output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/openapi.json": server } },
});
