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

/** Tracks and places to point out, and a plan to draw. */
export interface Spots {
  tracks: string[];
  places: string[];
  plan?: readonly string[];
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
  /** The tickets that are pointed out: of one's own, and of those on offer. */
  ownTickets = $state.raw<string[]>([]);
  offeredTickets = $state.raw<string[]>([]);
  /** What history or a hint points out. */
  spots = $state.raw<Spots | null>(null);
  /** The seat whose network is lit. */
  litSeat = $state<number | null>(null);
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

  /** What of it glows: what is on a cheapest path of one's tickets, or else what can be paid with the picked cards. */
  readonly advised = $derived(
    this.picked === null ? new Set([...this.claimable].filter((route) => this.servesTicket(route))) : this.claimable,
  );

  /** The other track of a double route keeps it from everybody, or from this seat. */
  readonly closed = $derived.by(() => {
    const routes = Object.entries(this.guideKeeper.guide?.routes ?? {});
    return new Set(routes.filter(([, { why }]) => why === "twin").map(([route]) => route));
  });

  /** Tracks of the seat whose network is lit. */
  readonly network = $derived.by(() => {
    const claimed = Object.entries(this.session.view?.claimed ?? {});
    return claimed.filter(([, owner]) => owner === this.litSeat).map(([route]) => route);
  });

  /** The ends of the tickets that one has or is offered, as far as they are open. */
  readonly goals = $derived.by(() => {
    const { tickets = [], offered = [] } = this.session.view ?? {};
    const open = tickets.filter((ticket) => !ticket.is_complete).map(({ id }) => id);
    return [...open, ...offered].flatMap((ticket) => this.ends(ticket));
  });

  private servesTicket(route: string): boolean {
    const held = new Set(this.view.tickets.map(({ id }) => id));
    return this.guideKeeper.guide?.routes[route]?.tickets.some((ticket) => held.has(ticket)) ?? false;
  }

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
    if (payments.length === 1 && touch.isExact && !asksBeforeClaim(touch.isFinger)) this.act(payments[0]!.action);
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

  /** A hint that is followed: asked about as if the board were touched, with its own payment first. */
  follow(action: string, isFinger: boolean): void {
    const one = readAction(action);
    if (one.kind === "tickets") this.drawTickets();
    else if (one.kind === "claim" && asksBeforeClaim(isFinger)) {
      const all = this.payments.get(one.route) ?? [];
      const [payments, others] = [true, false].map((isMeant) =>
        all.filter((payment) => (payment.action === action) === isMeant),
      );
      this.question = { kind: "claim", route: one.route, payments: payments!, others: others! };
    } else this.act(action);
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

  /** What to do with an action that is only looked at, and with the plan that it belongs to. */
  point(action: string | null, plan: readonly string[] = []): void {
    if (action === null) {
      this.spots = null;
      return;
    }
    const one = readAction(action);
    const tracks = one.kind === "claim" ? [one.route] : [];
    const places =
      one.kind === "place" ? [one.location] : one.kind === "keep" ? one.tickets.flatMap((id) => this.ends(id)) : [];
    this.spots = { tracks, places, plan };
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

  ends(ticket: string): string[] {
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

function asksBeforeClaim(isFinger: boolean): boolean {
  const { ask } = currentSettings();
  return ask === "always" || (ask === "touch" && isFinger);
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
