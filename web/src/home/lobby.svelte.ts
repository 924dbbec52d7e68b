/** The public tables with an empty seat, live. */

import type { ListedTable, LobbyMessage } from "../api/schema";
import { hangUp } from "../live/connection";

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5000;

export class Lobby {
  /** Null until the server has told. */
  tables = $state.raw<ListedTable[] | null>(null);
  isLost = $state(false);

  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor() {
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    clearTimeout(this.timer);
    if (this.socket) hangUp(this.socket);
  }

  private connect(): void {
    clearTimeout(this.timer);
    const url = new URL("/api/lobby", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      this.tables = (JSON.parse(data) as LobbyMessage).tables;
      this.isLost = false;
      this.pause = FIRST_PAUSE;
    };
    socket.onclose = () => {
      if (this.isClosed || socket !== this.socket) return;
      this.isLost = true;
      this.timer = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    };
  }

  /** A line that slept may be dead without knowing: a new one costs little. */
  private wake = (): void => {
    if (document.visibilityState === "hidden" || this.isClosed) return;
    const old = this.socket;
    this.connect();
    if (old) hangUp(old);
  };
}
