/** A socket that comes back: whatever happens to the line or the server, what was said is answered once. */

import type { ServerMessage } from "../api/schema";

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;
const SILENCE = 25_000;
const PATIENCE = 4000;
/** Something that was said and not answered for so long may not have arrived: people are told that the line is bad. */
const DOUBT = 2500;
const PROTOCOL = 3;
const OLD_PROTOCOL = 1;

export type LineStatus = "connecting" | "open" | "lost" | "refused";

/** A command on its way; `text` is sent again, to the letter, until something answers it. */
interface PendingMessage {
  key: string;
  text: string;
}

export interface Listener {
  hello(isFirst: boolean, protocol: number): object;
  onMessage(message: ServerMessage): void;
  status(status: LineStatus): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private unanswered: PendingMessage[] = [];
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private wasOpen = false;
  private isClosed = false;
  private protocol = PROTOCOL;

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
  ) {
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    window.addEventListener("pageshow", this.wake);
    this.connect();
  }

  /** Say something that will be answered by a message with this key. */
  send(key: string, command: object): void {
    const said = { key, text: JSON.stringify({ ...command, key }) };
    this.unanswered.push(said);
    if (this.wasOpen && this.socket?.readyState === WebSocket.OPEN) this.socket.send(said.text);
    setTimeout(() => this.doubt(key), DOUBT);
  }

  /** What the server asked to hear again a little later. */
  sendAgain(key: string): void {
    const said = this.unanswered.find((one) => one.key === key);
    if (said && this.socket?.readyState === WebSocket.OPEN) this.socket.send(said.text);
  }

  close(): void {
    this.isClosed = true;
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    window.removeEventListener("pageshow", this.wake);
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    if (this.socket) hangUp(this.socket);
  }

  private connect(): void {
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    let isReady = false;
    let isTooOld = false;
    this.socket = socket;
    this.guard(PATIENCE * 2);
    socket.onopen = () => socket.send(JSON.stringify(this.listener.hello(!this.wasOpen, this.protocol)));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(data) as ServerMessage;
      isTooOld = !isReady && this.protocol === PROTOCOL && isUnread(message);
      if (isTooOld) return;
      const isWelcome = !isReady && message.type === "view";
      if (isWelcome) {
        isReady = this.wasOpen = true;
        this.pause = FIRST_PAUSE;
        this.isDoubted = false;
        this.listener.status("open");
      }
      this.guard(SILENCE);
      if (this.isDoubted) this.trust();
      this.unanswered = this.unanswered.filter(({ key }) => key !== message.key || isTemporary(message));
      this.listener.onMessage(message);
      if (isWelcome) this.sayAgain(socket);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.socket || this.isClosed) return;
      clearTimeout(this.watchdog);
      // While servers are upgraded, one of them may be from before our protocol, and the next one not.
      this.protocol = isTooOld ? OLD_PROTOCOL : PROTOCOL;
      if (isTooOld) {
        this.connect();
      } else if (code === 1008) {
        this.unanswered = [];
        this.listener.status("refused");
      } else {
        this.comeBack();
      }
    };
  }

  private isDoubted = false;

  /** The line is silent although something was said: whether it lives is asked, and shown until it answers. */
  private doubt(key: string): void {
    const isUnanswered = this.unanswered.some((one) => one.key === key);
    if (!isUnanswered || this.isClosed || !this.wasOpen) return;
    this.isDoubted = true;
    this.listener.status("lost");
    this.probe();
  }

  private trust(): void {
    this.isDoubted = false;
    this.listener.status("open");
  }

  /** After a lost connection nobody knows what was received: the server does nothing twice. */
  private sayAgain(socket: WebSocket): void {
    for (const { text } of this.unanswered) socket.send(text);
  }

  private comeBack(): void {
    this.listener.status(this.wasOpen ? "lost" : "connecting");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }

  /** A line that is silent for so long is asked whether it lives; one that does not answer is given up. */
  private guard(silence: number): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.probe(), silence);
  }

  private probe(): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.wasOpen) {
      this.socket.send(JSON.stringify({ type: "ping", key: "ping" }));
      clearTimeout(this.watchdog);
      this.watchdog = setTimeout(() => this.giveUp(), PATIENCE);
    } else {
      this.giveUp();
    }
  }

  private giveUp(): void {
    const dead = this.socket;
    this.socket = null;
    if (dead) hangUp(dead);
    if (!this.isClosed) this.comeBack();
  }

  /** Back from sleep, from another tab or from the tunnel: find out at once. */
  private wake = (): void => {
    if (document.visibilityState === "hidden" || this.isClosed) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.probe();
    else if (this.socket === null || this.socket.readyState === WebSocket.CLOSED) {
      clearTimeout(this.timer);
      this.pause = FIRST_PAUSE;
      this.connect();
    }
  };
}

/** Browsers complain about a socket that is closed before it has opened. */
export function hangUp(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

/** The server did not understand our hello. */
function isUnread(message: ServerMessage): boolean {
  return message.type === "error" && message.error.code === "bad-message";
}

const TEMPORARY = ["storage-unavailable", "too-often", "newer-version-needed"];

/** The server could not do it just now, and wants it said again. */
export function isTemporary(message: ServerMessage): boolean {
  return message.type === "error" && TEMPORARY.includes(message.error.code);
}
