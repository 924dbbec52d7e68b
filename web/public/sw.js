// Lets the page open without a connection. Games live on the server only: nothing below /api is ever kept.

const SHELL = "shell";
const ASSETS = "assets";
const MOST_ASSETS = 150;

self.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/") || url.pathname.startsWith("/docs")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(shell(request));
});

/** The document was loaded before there was anybody to keep it. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  await cache.add("/");
}

/** Assets have a hash of themselves in their name, so what was kept is right for good. */
async function asset(request) {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await forgetOldest(cache);
  }
  return answer;
}

/** Every page's address shows the same document: the server's newest, or without a connection the last one seen. What
 * is no document (`/openapi.json`, `/metrics`) is shown and not kept. */
async function shell(request) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok && isDocument(answer)) await cache.put("/", answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match("/");
    if (kept) return kept;
    throw error;
  }
}

function isDocument(answer) {
  return answer.headers.get("content-type")?.startsWith("text/html") ?? false;
}

/** Assets of versions long gone make room. */
async function forgetOldest(cache) {
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, -MOST_ASSETS).map((request) => cache.delete(request)));
}
