/** A replay cut into turns. */

import type { Frame } from "../api/schema";
import { t } from "../i18n/index.svelte";

export interface ReplayTurn {
  /** 0 is the opening: deal, tickets kept, tokens placed. */
  number: number;
  seat: number | null;
  /** The frames that belong to it; it is over in the last one. */
  first: number;
  last: number;
}

export function turnsOf(frames: Frame[]): ReplayTurn[] {
  const begin = frames.findIndex(({ view }) => view.phase === "turn");
  const opening = { number: 0, seat: null, first: 0, last: begin < 0 ? frames.length - 1 : begin };
  const turns: ReplayTurn[] = [opening];
  for (let step = opening.last + 1; step < frames.length; step += 1) {
    const turn = turns.at(-1)!;
    const isNew = turn === opening || frames[step - 1]!.turn !== frames[turn.first - 1]!.turn;
    if (isNew) turns.push({ number: turn.number + 1, seat: frames[step]!.seat, first: step, last: step });
    else turn.last = step;
  }
  return turns;
}

/** The position in `turns` of the turn that a frame belongs to. */
export function turnAt(turns: ReplayTurn[], step: number): number {
  const found = turns.findIndex(({ last }) => step <= last);
  return found < 0 ? turns.length - 1 : found;
}

export function turnName({ number }: ReplayTurn): string {
  return number ? t("replay:turn", { number }) : t("replay:opening");
}
