import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "fonts", "public", "src/api/schema.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { extraFileExtensions: [".svelte"], parser: ts.parser, svelteConfig },
    },
    rules: {
      "no-undef": "off", // the compiler of TypeScript knows better
      eqeqeq: ["error", "always", { null: "ignore" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-empty-pattern": "off", // a page that does not need its props still says which it is given
      "svelte/no-useless-mustaches": "off", // {" "} is a space that would be trimmed otherwise
      "svelte/prefer-svelte-reactivity": "off", // our sets and maps are replaced and not changed, or nobody draws them
      "no-console": "error",
      "@typescript-eslint/no-non-null-assertion": "off", // said where an index is known to be right
    },
  },
  { files: ["*.js", "*.ts"], languageOptions: { globals: globals.node }, rules: { "no-console": "off" } },
);
