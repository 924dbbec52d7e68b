/** Has the service worker keep what the page is made of, from the first visit on. */

const ASSETS = "/assets/";
/** Milliseconds that somebody who has just come has the line for themselves. */
const HEAD_START = 3000;

export async function keepForOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirstVisit = serviceWorker.controller === null;
  const isThere = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  await serviceWorker.register("/sw.js");
  if (!isFirstVisit) return;
  await isThere;
  setTimeout(fetchAgain, HEAD_START);
}

/** What was loaded before the worker was there comes from the browser's own cache now, and passes the worker. */
function fetchAgain(): void {
  const seen = new Set<string>();
  const observer = new PerformanceObserver((entries) => {
    for (const { name } of entries.getEntries()) {
      if (seen.has(name) || !new URL(name).pathname.startsWith(ASSETS)) continue;
      seen.add(name);
      fetch(name).catch(() => {}); // kept next time
    }
  });
  observer.observe({ type: "resource", buffered: true });
}
