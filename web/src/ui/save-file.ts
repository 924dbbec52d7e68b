/** Give a text or a file of another kind to the person. */

const LINK_LIFETIME = 60_000;

export function saveFile(content: string | Blob, name: string, type = "text/plain"): void {
  const file = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), LINK_LIFETIME);
}
