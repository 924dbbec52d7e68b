/** Single keys that do what a click does, where nobody is typing and no dialog is open. */

import { currentSettings } from "../settings.svelte";
import type { Play } from "./play.svelte";

interface Others {
  hint: () => void;
  help: () => void;
}

export function shortcut(event: KeyboardEvent, play: Play, others: Others): void {
  const typing = (event.target as Element | null)?.closest?.("input, select, textarea, dialog");
  if (
    !currentSettings().shortcuts ||
    typing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]")
  )
    return;
  const done = press(event.key.toLowerCase(), play, others);
  if (done) event.preventDefault();
}

function press(key: string, play: Play, { hint, help }: Others): boolean {
  const { session } = play;
  switch (key) {
    case "d":
      return attempt(play, "draw deck");
    case "1":
    case "2":
    case "3":
    case "4":
    case "5":
      return attempt(play, `draw ${play.view.face_up[Number(key) - 1]}`);
    case "t":
      play.drawTickets();
      return true;
    case "b":
      document.querySelector<HTMLElement>('[data-part="board"] [tabindex="0"], [data-part="board"] button')?.focus();
      return true;
    case "h":
      if (play.legal.length > 0) hint();
      return true;
    case "u":
      if (session.seat !== null && (session.choice !== null || session.table?.undoable === session.seat)) {
        session.say({ type: "undo" });
      }
      return true;
    case "?":
      help();
      return true;
    case "escape":
      play.picked = null;
      play.litSeat = null;
      return false;
    default:
      return false;
  }
}

function attempt(play: Play, action: string): boolean {
  if (play.can(action)) play.act(action);
  return true;
}
