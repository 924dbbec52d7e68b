/** What a person is about to do at a table: picked cards, the route being paid, what is pointed out on the board. */

import { type Payment, paymentsByRoute, readAction } from "../actions";
import type { Drawing, DrawnTrack, EventView, View } from "../api/schema";
import type { Touch } from "../board/touch";
import { t } from "../i18n/index.svelte";
import type { TableSession } from "../live/session.svelte";
import { currentSettings } from "../settings.svelte";
import { GuideKeeper } from "./guide.svelte";
import { describeTrack, type TrackSituation } from "./track-text";

const NOTICE_TIME = 5000;
const FRESH_TIME = 2500;

/** Tracks and places to point out. */
export interface Spots {
  tracks: string[];
  places: string[];
}

/** What to choose or to confirm before it is done for good. */
export type Question =
  | { kind: "claim"; route: string; payments: Payment[]; others: Payment[] }
  | { kind: "tickets" }
  | { kind: "place"; symbol: string; location: string };

export class Play {
  /** A colour of the hand that was picked first: only routes payable with it glow. */
  picked = $state<string | null>(null);
  /** What was asked about last; whether it can still be done, `asked` knows. */
  private question = $state.raw<Question | null>(null);
  /** The token stack that is being placed. */
  symbol = $state<string | null>(null);
  /** The ticket that is pointed out. */
  ticket = $state<string | null>(null);
  /** What history or a hint points out. */
  spots = $state.raw<Spots | null>(null);
  /** Tracks claimed just now. */
  fresh = $state.raw<string[]>([]);
  /** A short remark, for a few seconds. */
  notice = $state<string | null>(null);

  readonly session: TableSession;
  readonly drawing: Drawing;
  readonly guideKeeper: GuideKeeper;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: TableSession, drawing: Drawing) {
    this.session = session;
    this.drawing = drawing;
    this.guideKeeper = new GuideKeeper(session);
  }

  get view(): View {
    return this.session.view!;
  }

  readonly legal = $derived.by(() => this.session.view?.legal_actions ?? []);
  private readonly payments = $derived(paymentsByRoute(this.legal));

  /** The question to be answered now: whatever happens meanwhile, it goes when it has no legal answer any more. */
  readonly asked = $derived(
    this.question && answersOf(this.question).every((action) => this.can(action)) ? this.question : null,
  );

  readonly claimable = $derived(
    new Set([...this.payments.keys()].filter((route) => this.paymentsFor(route).length > 0)) as ReadonlySet<string>,
  );

  /** Symbols that can be placed now. */
  readonly symbols = $derived([...new Set(this.placements.map(({ symbol }) => symbol))]);
  readonly placing = $derived(this.symbols.includes(this.symbol ?? "") ? this.symbol : (this.symbols[0] ?? null));
  readonly placeable = $derived(
    new Set(this.placements.filter(({ symbol }) => symbol === this.placing).map(({ location }) => location)),
  );

  private get placements() {
    return this.legal.map(readAction).filter((action) => action.kind === "place");
  }

  private paymentsFor(route: string): Payment[] {
    const all = this.payments.get(route) ?? [];
    return this.picked === null ? all : all.filter(({ cards }) => cards[this.picked!]);
  }

  can(action: string): boolean {
    return this.legal.includes(action);
  }

  act(action: string): void {
    this.question = null;
    this.picked = null;
    this.spots = null;
    this.session.act(action);
  }

  /** A tap on a route that glows: claim it, or ask how to pay, or whether it was meant at all. */
  claim(route: string, touch: Touch): void {
    const payments = this.paymentsFor(route);
    const { ask } = currentSettings();
    const isAsked = ask === "always" || (ask === "touch" && touch.isFinger) || !touch.isExact;
    if (payments.length === 1 && !isAsked) this.act(payments[0]!.action);
    else if (payments.length > 0) this.question = { kind: "claim", route, ...this.sorted(route, payments) };
  }

  /** What the server thinks worth a thought, and the rest. Without its advice, or where it picks none, all stand together. */
  private sorted(route: string, payments: Payment[]): { payments: Payment[]; others: Payment[] } {
    const { guide } = this.guideKeeper;
    const advised = (guide?.version === this.view.version && guide.payments[route]) || [];
    const best = advised.flatMap((action) => payments.filter((payment) => payment.action === action));
    if (best.length === 0) return { payments, others: [] };
    return { payments: best, others: payments.filter((payment) => !best.includes(payment)) };
  }

  /** Tickets that were drawn can't be given back, so that is always asked first. */
  drawTickets(): void {
    if (this.can("tickets")) this.question = { kind: "tickets" };
  }

  place(location: string, touch: Touch): void {
    const question: Question = { kind: "place", symbol: this.placing ?? "", location };
    const [action] = answersOf(question);
    if (!this.can(action!)) return;
    if (touch.isExact) this.act(action!);
    else this.question = question;
  }

  /** Leave it as it is. */
  dismiss(): void {
    this.question = null;
  }

  pick(colour: string): void {
    this.picked = this.picked === colour ? null : colour;
    if (this.picked && this.legal.length > 0 && this.claimable.size === 0) this.remark(t("table:no-route-for-cards"));
  }

  /** What to do with an action that is only looked at. */
  point(action: string | null): void {
    const one = action === null ? null : readAction(action);
    if (one?.kind === "claim") this.spots = { tracks: [one.route], places: [] };
    else if (one?.kind === "place") this.spots = { tracks: [], places: [one.location] };
    else if (one?.kind === "keep") this.spots = { tracks: [], places: one.tickets.flatMap((id) => this.ends(id)) };
    else this.spots = null;
  }

  remark(text: string): void {
    this.notice = text;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => (this.notice = null), NOTICE_TIME);
  }

  noteClaims(events: EventView[]): void {
    const routes = events.flatMap((event) => (event.event === "claim" ? [event.route] : []));
    if (routes.length === 0) return;
    this.fresh = [...this.fresh, ...routes];
    setTimeout(() => (this.fresh = this.fresh.filter((route) => !routes.includes(route))), FRESH_TIME);
  }

  track(id: string): DrawnTrack {
    return this.drawing.tracks.find((track) => track.id === id)!;
  }

  ends(ticket: string | null): string[] {
    const found = this.drawing.tickets.find(({ id }) => id === ticket);
    return found ? [found.a, found.b] : [];
  }

  situation(track: DrawnTrack): TrackSituation {
    const { table, seat } = this.session;
    return {
      drawing: this.drawing,
      seats: table?.seats ?? [],
      you: seat,
      owner: this.view.claimed[track.id],
      isClaimable: this.payments.has(track.id),
      guided: this.guideKeeper.guide?.routes[track.id],
    };
  }

  describe = (track: DrawnTrack): string => describeTrack(track, this.situation(track));
}

/** The actions that a question is about. */
export function answersOf(question: Question): string[] {
  switch (question.kind) {
    case "claim":
      return [...question.payments, ...question.others].map(({ action }) => action);
    case "tickets":
      return ["tickets"];
    case "place":
      return [`place ${question.symbol} ${question.location}`];
  }
}
