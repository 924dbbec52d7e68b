"""A view as the terminal shows it. Everything comes from one seat's view, so nothing hidden can appear."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from whistlestop.cli.event_text import turn_lines
from whistlestop.cli.flow import Flow
from whistlestop.cli.names import Names
from whistlestop.cli.player_input import OpenRoute, free_places, open_routes, payment_cards
from whistlestop.english import counted, plural
from whistlestop.game.paths import Path, open_edges, shortest
from whistlestop.game.view import View

ROUTES_SHOWN = 10
TURNS_SHOWN = 20


def screen(names: Names, view: View) -> RenderableType:
    """What a player needs to know before the choice at hand."""
    match view["phase"]:
        case "keep-tickets":
            return Group(_heading("Your tickets"), _sheet(names, view, "row", "hand", "tickets"), _offer(names, view))
        case "place-tokens":
            return Group(
                _heading("Place tourist tokens"), _sheet(names, view, "tokens", "tickets"), _places(names, view)
            )
        case "take-token":
            return _token_choice(names, view)
        case "second-card":
            return Group(_sheet(names, view, "row", "hand"), _choices(view))
    turn = 1 + sum(event["event"] == "end-turn" and event["seat"] == view["seat"] for event in view["history"])
    final = [Text("FINAL ROUND: this is your last turn.", style="bold red")] if view["turns_left"] is not None else []
    return Group(
        _heading(f"Your turn {turn}"),
        *final,
        seats_table(names, view),
        _sheet(names, view, "tokens", "row", "hand", "tickets"),
        routes_table(names, view, ROUTES_SHOWN),
        _choices(view),
    )


def _heading(title: str) -> RenderableType:
    return Padding(Rule(title, style="dim"), (1, 0, 0, 0))


def seats_table(names: Names, view: View) -> Table:
    """R4.3: what everybody may know of every seat."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("Player")
    for heading in ("Points", plural(names.words.piece).capitalize(), "Cards", "Tickets"):
        table.add_column(heading, justify="right")
    if names.board.symbols:
        table.add_column("Tokens")
    for number, seat in enumerate(view["seats"]):
        counts = (seat["score"], seat["pieces"], seat["card_count"], seat["ticket_count"])
        tokens = [", ".join(seat["tokens"]) or "–"] if names.board.symbols else []
        table.add_row(names.seat_text(number), *map(str, counts), *tokens)
    return table


def _sheet(names: Names, view: View, *sections: str) -> Table:
    """The labelled lines of the screen; a section that has nothing to show is left out."""
    contents: dict[str, RenderableType | None] = {
        "row": row_text(names, view),
        "tokens": tokens_text(names, view),
        "hand": hand_text(names, view),
        "tickets": tickets_table(names, view),
    }
    sheet = Table.grid(padding=(0, 1))
    sheet.add_column(style="dim", width=7)
    sheet.add_column()
    for section in sections:
        if content := contents[section]:
            sheet.add_row(section.capitalize(), content)
    return sheet


def row_text(names: Names, view: View) -> RenderableType:
    """The face-up cards, numbered for choosing, and the piles beside them."""
    cards = [
        Text(f"{slot} ").append_text(names.chip(card) if card else Text("empty", style="dim"))
        for slot, card in enumerate(view["face_up"], start=1)
    ]
    discards = sum(view["discards"].values())
    piles = f"deck {view['deck_count']} · discards {discards} · tickets in the pile {len(view['ticket_deck'])}"
    return Group(Flow(cards), Text(piles, style="dim"))


def hand_text(names: Names, view: View) -> RenderableType:
    """The seat's cards as chips."""
    return Flow(names.chips(view["hand"]), gap=" ") if view["hand"] else Text("no cards")


def tokens_text(names: Names, view: View) -> RenderableType | None:
    """Where tokens lie, and how many."""
    stacks = sorted(view["stacks"].items())
    pieces = [f"{stack['symbol']} ×{stack['count']} {names.place(place)}" for place, stack in stacks]
    return Flow(pieces, gap=" · ") if pieces else None


def tickets_table(names: Names, view: View) -> Table | None:
    """One's own tickets: what is done, and how far the others are."""
    table = Table.grid(padding=(0, 1))
    table.add_column()
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    edges = open_edges(names.board, view)
    for ticket in view["tickets"]:
        mark = Text("✓", style="bold green") if ticket["is_complete"] else Text("·")
        path = shortest(edges, ticket["id"])
        hint = Text("· done", style="green") if ticket["is_complete"] else _hint(names, view, path)
        table.add_row(mark, names.pair(ticket["id"]), counted(ticket["points"], "point"), hint)
    return table if view["tickets"] else None


def _hint(names: Names, view: View, path: Path | None) -> Text:
    pieces = view["seats"][names.me]["pieces"]
    if path is None:
        return Text("· every path is closed", style="red")
    hint = f"· {counted(path.length, names.words.piece)} to go"
    return Text(hint, style="dim") if path.length <= pieces else Text(f"{hint}, you have {pieces}", style="red")


def my_tickets(names: Names, view: View) -> RenderableType:
    """One's own tickets with the shortest path that is left for each."""
    lines: list[RenderableType] = []
    edges = open_edges(names.board, view)
    for ticket in view["tickets"]:
        line = Text("✓ " if ticket["is_complete"] else "· ").append(
            f"{names.pair(ticket['id'])} {counted(ticket['points'], 'point')} "
        )
        path = shortest(edges, ticket["id"])
        lines.append(line.append("· done", style="green") if ticket["is_complete"] else line + _hint(names, view, path))
        if path and path.routes:
            routes = [Text(f"{names.pair(route)} ({names.spaces(route)})", style="dim") for route in path.routes]
            lines.append(Padding(Flow([Text("by", style="dim"), *routes]), (0, 0, 0, 4)))
    return Group(*lines) if lines else Text("You have no tickets yet.")


def routes_table(names: Names, view: View, limit: int | None = None) -> RenderableType:
    """The routes that can be paid now, numbered after the row; all payments if there is no limit."""
    routes = open_routes(names.board, view)
    if not routes:
        return Text("You can't pay for any open route.", style="dim")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", justify="right")
    table.add_column("Routes you can claim", no_wrap=True)
    table.add_column("Spaces", no_wrap=True)
    table.add_column("Points", justify="right")
    table.add_column("Payment")
    first = len(view["face_up"]) + 1
    for number, choice in enumerate(routes[:limit], start=first):
        name = Text(names.pair(choice.route)).append(" ←" if choice.is_on_ticket else "", style="bold green")
        payment = _payments(names, choice.cheapest[:1] if limit else choice.payments)
        if limit and len(choice.cheapest) > 1:
            payment.append("or …")
        table.add_row(
            str(number), name, names.spaces(choice.route), str(names.points(choice.route)), Flow(payment, gap=" ")
        )
    return Group(table, *_footnotes(routes, limit))


def _footnotes(routes: list[OpenRoute], limit: int | None) -> list[Text]:
    notes = ["← on the shortest path of a ticket"] if any(choice.is_on_ticket for choice in routes[:limit]) else []
    if limit and len(routes) > limit:
        notes.append(f"{len(routes) - limit} more: routes")
    return [Text("    " + " · ".join(notes), style="dim")] if notes else []


def _payments(names: Names, payments: tuple[str, ...]) -> list[Text | str]:
    """Payments as pieces for a Flow, each whole, with `or` between them."""
    chips = [Text("").join(names.chips(payment_cards(payment), is_short=True)) for payment in payments]
    return [chip if number == len(chips) else chip + Text(" or") for number, chip in enumerate(chips, start=1)]


def _choices(view: View) -> Text:
    """The line before the prompt: what can be typed now."""
    verbs = {action.split()[0] for action in view["legal_actions"]}
    row = len(view["face_up"])
    parts = []
    if "draw deck" in view["legal_actions"]:
        parts.append("d deck")
    if any(action.startswith("draw ") and action != "draw deck" for action in view["legal_actions"]):
        parts.append(f"1–{row} row")
    if "claim" in verbs:
        parts.append(f"{row + 1}… claim")
    if "tickets" in verbs:
        parts.append("t tickets")
    if "pass" in verbs:
        parts.append("pass: you can do nothing else")
    title = "Second card: " if view["phase"] == "second-card" else "Type: "
    return Text(title, style="bold").append(" · ".join([*parts, "help"]), style="not bold dim")


def _offer(names: Names, view: View) -> RenderableType:
    """The tickets to choose from."""
    rules = names.board.map.rules.tickets
    least = min(rules.action.keep if view["tickets"] else rules.opening.keep, len(view["offered"]))
    points = {ticket.id: ticket.points for ticket in names.board.map.tickets}
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    edges = open_edges(names.board, view)
    for number, ticket in enumerate(view["offered"], start=1):
        hint = _hint(names, view, shortest(edges, ticket))
        table.add_row(str(number), names.pair(ticket), counted(points[ticket], "point"), hint)
    text = f"Keep at least {least}: type their numbers, as in {' '.join(str(n + 1) for n in range(least))}, or all."
    return Group(Text("Tickets dealt to you", style="bold"), table, Text(text, style="dim"))


def _places(names: Names, view: View) -> RenderableType:
    """R1.5: the stacks to place and where they may go."""
    symbols = [stack["symbol"] for stack in view["set_aside"]]
    places = [f"{number} {names.place(place)}" for number, place in enumerate(free_places(view), start=1)]
    example = "a number" if len(symbols) == 1 else f"symbol and number, as in {symbols[0]} 1"
    return Group(
        Text(f"Put the {' or the '.join(symbols)} on a {names.words.location} without tourist tokens:", style="bold"),
        Columns(places, padding=(0, 3), column_first=True),
        Text(f"Type {example}.", style="dim"),
    )


def _token_choice(names: Names, view: View) -> Text:
    places = {stack["symbol"]: names.place(place) for place, stack in view["stacks"].items()}
    choices = [f"{n} {symbol} ({places[symbol]})" for n, symbol in enumerate(view["token_choice"], start=1)]
    return Text("Take one tourist token: ", style="bold").append("  ".join(choices), style="not bold")


def payment_choice(names: Names, actions: list[str]) -> RenderableType:
    """The payments of a claim, numbered."""
    table = Table.grid(padding=(0, 1))
    for number, action in enumerate(actions, start=1):
        table.add_row(str(number), Flow(names.chips(payment_cards(action.split()[2])), gap=""))
    return Group(Text(f"How do you pay for {names.pair(actions[0].split()[1])}?", style="bold"), table)


def board_text(names: Names, view: View) -> RenderableType:
    """Who owns what, which cards each is known to hold, and where tokens lie."""
    parts: list[RenderableType] = []
    for number, seat in enumerate(view["seats"]):
        owned = sorted(route for route, owner in view["claimed"].items() if owner == number)
        routes = Flow([f"{names.pair(route)} ({names.spaces(route)})" for route in owned] or ["none yet"])
        parts.append(names.seat_text(number).append(f", {counted(len(owned), 'route')}", style="not bold dim"))
        parts.append(Padding(routes, (0, 0, 0, 4)))
        if seat["known_cards"] and number != names.me:
            known = Flow([Text("holds from the row:", style="dim"), *names.chips(seat["known_cards"])], gap=" ")
            parts.append(Padding(known, (0, 0, 0, 4)))
    if tokens := tokens_text(names, view):
        parts += [Text("Tokens", style="bold"), Padding(tokens, (0, 0, 0, 4))]
    return Group(*parts)


def history_text(names: Names, view: View, *, is_whole: bool) -> RenderableType:
    """The turns so far: the last ones, or all."""
    lines = turn_lines(names, view["history"])
    shown = lines if is_whole else lines[-TURNS_SHOWN:]
    left = len(lines) - len(shown)
    more = [Text(f"({left} earlier lines: history all)", style="dim")] if left else []
    return Group(*more, *shown) if shown else Text("Nothing has happened yet.")
