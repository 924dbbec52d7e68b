/** For tests of what is said: the page's texts without a page, beginning in English. */

import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { type Part, setLanguage, startTexts } from "../src/i18n/index.svelte";

export function useTexts(...parts: Part[]): void {
  beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: {} });
    vi.stubGlobal("navigator", { languages: ["en"] });
    await startTexts(...parts);
  });
  afterEach(() => setLanguage("en"));
  afterAll(() => vi.unstubAllGlobals());
}
