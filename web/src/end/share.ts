/** Pass something on: by the device's own way, else by the clipboard. */

export type ShareResult = "shared" | "copied" | "refused";

export async function share(text: string, url: string): Promise<ShareResult> {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  if (isTouch && typeof navigator.share === "function") {
    try {
      await navigator.share({ text, url });
      return "shared";
    } catch (error) {
      if ((error as DOMException).name === "AbortError") return "shared"; // the person thought better of it
    }
  }
  try {
    await navigator.clipboard.writeText(`${text}\n${url}`);
    return "copied";
  } catch {
    return "refused"; // no clipboard without a secure connection: the text is shown, to be copied by hand
  }
}
