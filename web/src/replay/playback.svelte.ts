/** Where a replay stands, and how it goes on by itself. */

import { type ReplayTurn, turnAt } from "./turns";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PAUSE = 1200;

export class Playback {
  step = $state(0);
  isPlaying = $state(false);
  speed = $state(1);
  /** Whether the last move was one step on: then what happened can be shown happening. */
  isOneOn = $state(false);

  constructor(
    readonly last: number,
    readonly turns: ReplayTurn[],
  ) {}

  get turn(): number {
    return turnAt(this.turns, this.step);
  }

  get isAtEnd(): boolean {
    return this.step >= this.last;
  }

  go(step: number): void {
    const goal = Math.max(0, Math.min(this.last, Math.round(step)));
    if (goal === this.step) return;
    this.isOneOn = goal === this.step + 1;
    this.step = goal;
  }

  /** To the end of another turn; from the middle of one, back is to the end of the one before. */
  goByTurn(by: 1 | -1): void {
    const turn = this.turns[this.turn]!;
    const isInside = this.step < turn.last;
    const goal = by === 1 && isInside ? turn : this.turns[this.turn + by];
    this.go(goal ? goal.last : by === 1 ? this.last : 0);
  }

  toggle(): void {
    if (!this.isPlaying && this.isAtEnd) this.go(0);
    this.isPlaying = !this.isPlaying;
  }

  stop(): void {
    this.isPlaying = false;
  }

  /** To be called in an effect: plays on for as long as it lives. */
  run(): (() => void) | undefined {
    if (!this.isPlaying) return undefined;
    if (this.isAtEnd) {
      this.isPlaying = false;
      return undefined;
    }
    const timer = setTimeout(() => this.go(this.step + 1), PAUSE / this.speed);
    return () => clearTimeout(timer);
  }

  /** Whether the key was one of ours. */
  press(key: string): boolean {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.go(this.step - 1),
      ArrowRight: () => this.go(this.step + 1),
      PageUp: () => this.goByTurn(-1),
      PageDown: () => this.goByTurn(1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
    };
    if (key === " ") {
      this.toggle();
      return true;
    }
    const move = moves[key];
    if (!move) return false;
    this.stop();
    move();
    return true;
  }
}
