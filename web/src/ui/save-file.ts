/** Give a text to the person as a file of its own. */

const LINK_LIFETIME = 60_000;

export function saveFile(text: string, name: string, type = "text/plain"): void {
  const file = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), LINK_LIFETIME);
}
