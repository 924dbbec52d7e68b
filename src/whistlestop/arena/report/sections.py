"""The parts of a report on one series, in the order of the page."""

from html import escape
from shlex import quote

import numpy as np

from whistlestop.arena.estimates import Estimate
from whistlestop.arena.report import plots
from whistlestop.arena.report.elements import Cell, card, folded, key, note, table, tiles
from whistlestop.arena.report.heat import AROUND_ZERO, FROM_NONE, UNKNOWN, Scale, heat_map
from whistlestop.arena.report.read import StoredSeries, stored_series
from whistlestop.arena.report.wording import (
    DASH,
    SEAT_NAMES,
    percent,
    percent_interval,
    plain,
    plus_minus,
    signed,
)
from whistlestop.arena.tally import LOWEST, PARTS, Tally
from whistlestop.arena.tournament import line_ups_of
from whistlestop.english import counted

PART_NAMES = {"routes": "routes", "tickets": "tickets", "longest_path": "longest path", "tokens": "tokens"}


def overview(tally: Tally) -> str:
    """The first numbers one looks for."""
    by_game = tally.by_game
    facts = [
        ("games", f"{tally.games:,}"),
        ("turns a game", plain(float(by_game.turns.value[0]))),
        ("mean winning score", plain(float(by_game.winning_total.value[0]))),
        ("first seat wins", percent(float(tally.by_seat["win"].value[0]))),
    ]
    if len(tally.series.bots) > 1:
        best = int(np.nanargmax(tally.by_bot.scores["win"].value))
        facts.insert(1, ("most wins", tally.series.bots[best]))
    return tiles(facts)


def command_of(series: StoredSeries) -> str:
    """The command that plays the same games again."""
    words = ["whistlestop", series.settings.kind, "--map", series.board.source, "--players", str(series.players)]
    if series.settings.kind == "simulate":
        words += ["--bots", ",".join(series.bots if len(series.bots) == 1 else series.settings.line_ups[0])]
    elif series.settings.model is not None:
        words += ["--model", series.settings.model["name"], "--against", ",".join(series.bots[1:])]
    else:
        line_ups = series.settings.line_ups
        names = [bot for bot in series.bots for _ in range(max(line_up.count(bot) for line_up in line_ups))]
        words += ["--bots", ",".join(names)]
        everywhere = [bot for bot in series.bots if all(bot in line_up for line_up in line_ups)]
        if everywhere and len(line_ups) < len(line_ups_of(names, series.players)):
            words += ["--with", everywhere[0]]
    words += ["--games", str(series.settings.games), "--seed", str(series.settings.seed), "--out", str(series.folder)]
    return " ".join(quote(word) for word in words)


def _percents(estimate: Estimate) -> Estimate:
    return Estimate(estimate.value * 100, estimate.low * 100, estimate.high * 100, estimate.cases)


def run(tally: Tally) -> str:
    """What was played, and how to play it again."""
    series = stored_series(tally)
    settings = series.settings
    expected = settings.all_games
    state = "" if series.is_complete else f" The run is not finished: {tally.games:,} of {expected:,} games are here."
    lead = (
        f"{counted(len(settings.line_ups), 'line-up')} of {series.players}, {counted(settings.games, 'game')} each, "
        f"on {series.board.map.name}, with seed {settings.seed} and version {settings.version}.{state}"
    )
    how = (
        "The same command plays the same games. Any one of them can be replayed alone from its seed and number."
        if len(settings.line_ups) == 1
        else "The same command plays the same games. All line-ups play the same deals, every deal in every seating."
    )
    return card(
        "What was run", f"<pre><code>{escape(command_of(series))}</code></pre>" + note(how), lead=lead, is_wide=True
    )


def wins(tally: Tally) -> str:
    """Win rates by bot; nothing if one bot plays all seats, which wins as often as it loses."""
    names, rates = tally.series.bots, list(tally.by_bot.scores["win"])
    if len(names) < 2:
        return ""
    order = sorted(range(len(names)), key=lambda bot: -rates[bot].value)
    best = rates[order[0]]
    plot = plots.bars(
        "Win rate by bot, in percent",
        [names[bot] for bot in order],
        [_percents(rates[bot]) for bot in order],
        high=100,
        unit=" %",
        expected=100 / tally.series.players,
        colours=order,
    )
    lead = f"{names[order[0]]} wins {percent(best.value)} of its games ({percent_interval(best)})."
    how = (
        f"Shared wins count in parts. The dashed line is an even share, {percent(1 / tally.series.players)}. "
        "Whiskers are 95% intervals over deals: games of one deal are not independent."
    )
    return card("Who wins", plot + note(how), lead=lead)


def seats(tally: Tally) -> str:
    """Is it an advantage to begin?"""
    series, rates = tally.series, list(tally.by_seat["win"])
    first, even = rates[0], 1 / series.players
    plot = plots.bars(
        "Win rate by seat, in percent",
        [f"{SEAT_NAMES[seat]} seat" for seat in range(series.players)],
        [_percents(rate) for rate in rates],
        high=100,
        unit=" %",
        expected=100 * even,
        colours=[0] * series.players,
    )
    if not first.is_known or first.low <= even <= first.high:
        lead = f"Beginning shows no advantage: the first seat wins {percent(first.value)} ({percent_interval(first)})."
    else:
        lead = f"The first seat wins {percent(first.value)} ({percent_interval(first)}), {percent(even)} would be even."
    is_mixed = len(series.bots) > 1 and series.seatings < series.players
    how = (
        "Each bot sat in one seat only, so this shows the bots as much as the seats. A tournament rotates them."
        if is_mixed
        else "The dashed line is an even share. The first seat plays first."
    )
    return card("Does the seat matter?", plot + note(how), lead=lead)


def scores(tally: Tally) -> str:
    """Where the points come from."""
    by_bot, names = tally.by_bot.scores, tally.series.bots
    shown = [part for part in PARTS if np.any(by_bot[part].value != 0)]
    order = _by_total(tally)
    plot = plots.stacks(
        "Mean score by bot and by what it is made of",
        [names[bot] for bot in order],
        [[float(by_bot[part].value[bot]) for part in shown] for bot in order],
        [PART_NAMES[part] for part in shown],
    )
    best = by_bot["total"][order[0]]
    lead = f"{names[order[0]]} scores {plain(best.value)} points on average ({plus_minus(best)})."
    return card("Where the points come from", key([PART_NAMES[part] for part in shown], "p") + plot, lead=lead)


def _by_total(tally: Tally) -> list[int]:
    totals = tally.by_bot.scores["total"].value
    return sorted(range(len(totals)), key=lambda bot: -totals[bot])


def distribution(tally: Tally) -> str:
    """How totals are distributed."""
    order = _by_total(tally)
    plot = plots.distributions(
        "Distribution of totals by bot",
        [tally.series.bots[bot] for bot in order],
        tally.by_bot.totals[order],
        LOWEST,
        colours=order,
    )
    margin = tally.by_game.margin[0]
    lead = f"The winner is {plain(margin.value)} points ahead on average ({plus_minus(margin)})."
    how = "The dot is the median, the bar the middle half. The picture spans 95% of all totals."
    return card("How scores spread", plot + note(how), lead=lead)


def growth(tally: Tally) -> str:
    """Route points over the turns."""
    turns = tally.by_game.turn_counts
    share_over = np.cumsum(turns) / max(int(turns.sum()), 1)
    longest = int(np.searchsorted(share_over, 0.95)) // tally.series.players + 1
    curves = tally.by_bot.growth[:, :longest]
    names = tally.series.bots
    plot = plots.lines("Mean route points after each turn, by bot", names, curves, "turns of one's own")
    mean_turns = float(tally.by_game.turns.value[0]) / tally.series.players
    lead = f"A player has {plain(mean_turns)} turns in a game on average."
    how = "Points of routes alone, without tickets and bonuses. A finished game keeps its points."
    return card("How route points grow", key(names) + plot + note(how), lead=lead)


def head_to_head(tally: Tally) -> str:
    """Bot against bot; nothing if there is only one."""
    names = tally.series.bots
    if len(names) < 2:
        return ""
    wins = tally.by_bot.scores["win"].value
    order = sorted(range(len(names)), key=lambda bot: -wins[bot])
    rows = []
    for a in order:
        met = [tally.head_to_head[a * len(names) + b] for b in order]
        rows.append([Cell(names[a]), *(_share(rate) for rate in met)])
    how = "How often the bot of the row came before the bot of the column in games with both; ties count half."
    shown = table("Head to head", ["bot", *(names[b] for b in order)], rows)
    return card("Head to head", shown + note(how), lead="Row against column.")


def bots(tally: Tally) -> str:
    """Everything by bot as a table."""
    by_bot = tally.by_bot
    shown = [part for part in PARTS if np.any(by_bot.scores[part].value != 0)]
    headings = ["bot", "seats played", "win rate", "mean score", *(PART_NAMES[part] for part in shown)]
    headings += ["tickets kept", "completed", "routes claimed"]
    rows = []
    for i in _by_total(tally):
        win, total = by_bot.scores["win"][i], by_bot.scores["total"][i]
        row = [
            Cell(tally.series.bots[i]),
            Cell(f"{win.cases:,.0f}", win.cases),
            Cell(percent(win.value), win.value, percent_interval(win)),
            Cell(plain(total.value), total.value, plus_minus(total)),
        ]
        means = [by_bot.scores[part] for part in shown]
        means += [by_bot.kept_count, by_bot.scores["completed_tickets"], by_bot.claim_count]
        row += [Cell(plain(float(mean.value[i])), float(mean.value[i])) for mean in means]
        rows.append(row)
    return card("The bots in numbers", table("Results by bot", headings, rows), is_wide=True)


def tickets(tally: Tally) -> str:
    """Which tickets are worth keeping."""
    of = tally.tickets
    headings = ["ticket", "points", "kept", "completed", "wins when kept", "against usual", "worth it"]
    rows = []
    for i, ticket in enumerate(tally.series.board.map.tickets):
        kept, done, win, lift, worth = (e[i] for e in (of.kept, of.completed, of.win, of.lift, of.worth))
        rows.append(
            [
                Cell(f"{ticket.a} – {ticket.b}"),
                Cell(str(ticket.points), ticket.points),
                Cell(percent(kept.value), kept.value),
                _share(done),
                _share(win),
                _difference(lift, 100),
                _difference(worth),
            ]
        )
    rows.sort(key=lambda row: (row[6].number is None, -(row[6].number or 0)))
    how = (
        "Kept: in this share of the games somebody kept it. Completed: by those who kept it. Against usual: their win "
        "rate less that of the usual ticket which the same bot kept in the same seat against the same rivals, in "
        "percentage points. Worth it: their final total less that of the usual ticket, in points. With 95% margins."
    )
    return card("Which tickets pay", table("Results by ticket", headings, rows) + note(how), is_wide=True)


def _share(estimate: Estimate) -> Cell:
    return Cell(percent(estimate.value), estimate.value) if estimate.is_known else Cell(DASH)


def _difference(estimate: Estimate, scale: float = 1.0) -> Cell:
    if not estimate.is_known:
        return Cell(DASH)
    return Cell(signed(estimate.value * scale), estimate.value * scale, plus_minus(estimate, scale))


def claims_board(tally: Tally) -> str:
    """The board coloured by how often each route is claimed."""
    board, rates = tally.series.board, tally.routes.claimed.value
    scale = Scale(FROM_NONE, 0, 1)
    names = track_names(tally)
    ranked = np.argsort(-rates)
    most = ", ".join(f"{names[i]} ({percent(rates[i], 0)})" for i in ranked[:5])
    least = ", ".join(f"{names[i]} ({percent(rates[i], 0)})" for i in ranked[:-6:-1])
    picture = heat_map(
        board.map,
        "The board, each route coloured by how often it is claimed",
        f"Claimed most: {most}. Claimed least: {least}. All numbers are in the table of routes.",
        {id: scale(rate) for id, rate in zip(board.route_ids, rates, strict=True)},
        {id: f"claimed in {percent(rate)} of games" for id, rate in zip(board.route_ids, rates, strict=True)},
    )
    lead = f"Claimed most: {most}."
    return card(
        "How often each route is claimed",
        picture + scale.legend(["never", "in half of the games", "always"]),
        lead=lead,
        is_wide=True,
    )


def wins_board(tally: Tally) -> str:
    """The board coloured by how much claiming a route wins."""
    board, lifts = tally.series.board, list(tally.routes.lift)
    known = [abs(lift.value) * 100 for lift in lifts if lift.is_known]
    reach = max(5.0, 5 * np.ceil(max(known, default=0) / 5))
    scale = Scale(AROUND_ZERO, -reach, reach)
    names = track_names(tally)
    ranked = sorted((i for i in range(len(lifts)) if lifts[i].is_known), key=lambda i: -lifts[i].value)
    most = ", ".join(f"{names[i]} ({signed(lifts[i].value * 100)})" for i in ranked[:5])
    least = ", ".join(f"{names[i]} ({signed(lifts[i].value * 100)})" for i in ranked[:-6:-1])
    points = {id: lift for id, lift in zip(board.route_ids, lifts, strict=True) if lift.is_known}
    picture = heat_map(
        board.map,
        "The board, each route coloured by how much claiming it wins",
        f"Wins most, in percentage points: {most}. Wins least: {least}. All numbers are in the table of routes.",
        {id: scale(points[id].value * 100) if id in points else UNKNOWN for id in board.route_ids},
        {id: f"{signed(lift.value * 100)} points of win rate {plus_minus(lift, 100)}" for id, lift in points.items()},
    )
    how = (
        "The win rate of those who claimed a route less the average of the same bot in the same seat against the same "
        "rivals, in percentage points. It shows what winners do; it does not prove that the route made them win."
    )
    legend = scale.legend([signed(-reach, 0), "0", signed(reach, 0)], "claimed too rarely to tell")
    lead = f"Those who claim it win more than average, in percentage points: {most}." if most else ""
    return card("How much each route wins", picture + legend + note(how) + routes(tally), lead=lead, is_wide=True)


def routes(tally: Tally) -> str:
    """Everything by track as a table."""
    board, of = tally.series.board, tally.routes
    headings = ["route", "length", "points", "claimed", "wins when claimed", "against average"]
    rows = []
    for i, (track, name) in enumerate(zip(board.tracks, track_names(tally), strict=True)):
        points = board.map.rules.route_points[track.length - 1]
        rows.append(
            [
                Cell(name),
                Cell(str(track.length), track.length),
                Cell(str(points), points),
                Cell(percent(float(of.claimed.value[i])), float(of.claimed.value[i])),
                _share(of.win[i]),
                _difference(of.lift[i], 100),
            ]
        )
    rows.sort(key=lambda row: -(row[3].number or 0))
    return folded(f"All {counted(len(rows), 'route')} as a table", table("Results by route", headings, rows))


def track_names(tally: Tally) -> list[str]:
    """Every track as people say it; the colour tells the tracks of a double route apart."""
    board = tally.series.board
    names = []
    for track in board.tracks:
        route = board.map.routes[track.route]
        colour = f", {route.colors[track.track]}" if len(route.colors) > 1 else ""
        second = " 2" if track.track and len(set(route.colors)) == 1 else ""
        names.append(f"{route.a} – {route.b}{colour}{second}")
    return names
