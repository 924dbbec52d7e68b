"""The numbers of the rules, the tokens, and the engine's bounds (limits.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whistlestop.ids import location_id
from whistlestop.maps import limits
from whistlestop.maps.check.entries import entries, lengthened, place_names, rule
from whistlestop.maps.check.finding import Finding, Found, near_or_not, remove, replace
from whistlestop.maps.check.shape import Table, closest, quoted
from whistlestop.maps.mapfile import Change

RESERVED_COLOURS = ("wild", "grey", "deck")
"""Words that mean something else in actions and route colours."""


def check_rules(tables: Table) -> Found:
    """Numbers of the rules that contradict each other."""
    fewest, most = rule(tables, "players", "min"), rule(tables, "players", "max")
    if fewest is not None and most is not None and fewest > most:
        swapped = (Change("rules.players.min", most), Change("rules.players.max", fewest))
        yield Finding("rules.players.min", "players-swapped", {"fewest": fewest, "most": most}, swapped)
    both_from = rule(tables, "both_tracks_from")
    if both_from is not None and most is not None and both_from > most + 1:
        yield Finding(
            "rules.both_tracks_from",
            "both-tracks-never",
            {"value": both_from, "most": most, "never": most + 1},
            replace("rules.both_tracks_from", most + 1),
        )
    final, pieces = rule(tables, "final_round_at"), rule(tables, "pieces")
    if final is not None and pieces is not None and final >= pieces:
        fix = replace("rules.final_round_at", max(0, min(2, pieces - 1)))
        yield Finding("rules.final_round_at", "over-at-once", {"value": final, "pieces": pieces}, fix)
    yield from check_colour_names(tables)
    yield from check_supplies(tables, most)


def check_colour_names(tables: Table) -> Found:
    """Colours may not be called what actions call something else."""
    for colour in rule(tables, "cards", "colors") or ():
        key = f"rules.cards.colors.{colour}"
        if colour in RESERVED_COLOURS:
            yield Finding(key, "reserved-colour", {"reserved": ", ".join(RESERVED_COLOURS)})
        elif colour != location_id(colour):
            yield Finding(key, "colour-not-a-word", {"word": location_id(colour) or "red"})


def check_supplies(tables: Table, most: int | None) -> Found:
    """The largest table must be able to set up (R1.1, R1.2)."""
    for offer in ("opening", "action"):
        dealt, keep = rule(tables, "tickets", offer, "dealt"), rule(tables, "tickets", offer, "keep")
        if dealt is not None and keep is not None and keep > dealt:
            key = f"rules.tickets.{offer}.keep"
            yield Finding(key, "keep-over-dealt", {"keep": keep, "dealt": dealt}, replace(key, dealt))
    dealt = rule(tables, "tickets", "opening", "dealt")
    count = len(tables.get("tickets") or ())
    if dealt is not None and most is not None and count and count < dealt * most:
        yield Finding(
            "tickets",
            "too-few-tickets",
            {"count": count, "players": most, "dealt": dealt, "missing": dealt * most - count},
            replace("rules.tickets.opening.dealt", count // most or None),
        )
    cards = rule(tables, "cards") or {}
    colours, wilds = cards.get("colors"), cards.get("wild")
    if not colours or wilds is None:
        return
    total = sum(colours.values()) + wilds
    if total > limits.MAX_CARDS:
        yield Finding("rules.cards", "too-many-cards", {"count": total, "most": limits.MAX_CARDS})
    hand, row = cards.get("opening_hand"), cards.get("face_up")
    if hand is not None and row is not None and most is not None and hand * most + row > total:
        needed = {"players": most, "hand": hand, "row": row, "needed": hand * most + row}
        yield Finding("rules.cards", "too-few-cards", {"count": total, **needed})


def check_tokens(tables: Table) -> Found:
    """R1.4, R1.5, R3.6, R6.4: only for maps with a [rules.tokens] table."""
    tokens = rule(tables, "tokens")
    if not isinstance(tokens, dict):
        return
    symbols, spots = tokens.get("symbols"), tokens.get("spots")
    yield from check_token_names(symbols or (), spots or (), place_names(tables))
    for name in ("stack", "placed"):
        yield from check_player_counts(f"rules.tokens.{name}", tokens.get(name), rule(tables, "players"))
    if symbols is None:
        return
    points = tokens.get("points")
    if points is not None and len(points) < len(symbols) + 1:
        yield Finding(
            "rules.tokens.points",
            "too-few-token-points",
            {"count": len(points), "symbols": len(symbols), "needed": len(symbols) + 1},
            replace("rules.tokens.points", lengthened(points, len(symbols) + 1)),
        )
    if (count := len(place_names(tables))) < len(symbols):
        yield Finding("rules.tokens.symbols", "too-few-places", {"symbols": len(symbols), "count": count})
    if spots is not None:
        yield from check_set_aside(len(symbols) - len(spots), rule(tables, "players", "min"))


def check_token_names(symbols: Sequence[str | None], spots: Sequence[str | None], names: list[str]) -> Found:
    """Symbols must differ, and stacks begin on locations."""
    for i, symbol in enumerate(symbols):
        key = f"rules.tokens.symbols[{i}]"
        if symbol is not None and symbol in symbols[:i]:
            yield Finding(key, "symbol-repeated", {"value": quoted(symbol)}, remove(key))
        elif symbol is not None and symbol != location_id(symbol):
            word = location_id(symbol) or "bell"
            yield Finding(key, "symbol-not-a-word", {"value": quoted(symbol), "word": word}, replace(key, word))
    for i, spot in enumerate(spots):
        key = f"rules.tokens.spots[{i}]"
        if spot is not None and spot in spots[:i]:
            yield Finding(key, "spot-repeated", {"value": quoted(spot)}, remove(key))
        elif spot is not None and names and spot not in names:
            meant = closest(spot, tuple(names))
            fix = replace(key, meant) if meant else remove(key)
            yield near_or_not(key, "unknown-spot", {"value": quoted(spot)}, meant, fix)


def check_player_counts(key: str, by_players: Any, players: Any) -> Found:
    """A table keyed by player count needs every count that may play, and no other."""
    if not isinstance(by_players, dict) or not isinstance(players, dict) or not {"min", "max"} <= players.keys():
        return
    counts = range(max(players["min"], 2), min(players["max"], limits.MAX_SEATS) + 1)
    present = {int(count) for count in by_players}
    for count in counts:
        if count not in present:
            amount = max((one for one in by_players.values() if one is not None), default=1)
            yield Finding(key, "players-missing", {"players": count}, replace(f"{key}.{count}", amount))
    for count in sorted(present - set(counts)):
        yield Finding(f"{key}.{count}", "players-not-allowed", fix=remove(f"{key}.{count}"))


def check_set_aside(count: int, fewest: int | None) -> Found:
    """R1.5: with three players or more, each stack set aside is placed by another player."""
    if count < 0:
        yield Finding("rules.tokens.spots", "too-many-spots", {"count": -count})
    placers = max(3, fewest or 0)
    if count > placers:
        yield Finding("rules.tokens.spots", "too-few-spots", {"count": count, "missing": count - placers})


def check_size(tables: Table) -> Found:
    """More of something than the engine has room for."""
    tracks = tracks_of(tables)
    for id, count, most in (
        ("too-many-tracks", len(tracks), limits.MAX_TRACKS),
        ("too-many-kinds", len(set(tracks)), limits.MAX_KINDS),
        ("too-many-actions", count_actions(tables), limits.MAX_ACTIONS),
    ):
        if count > most:
            yield Finding("routes", id, {"count": count, "most": most})


def tracks_of(tables: Table) -> list[tuple[str, int, int]]:
    """Colour, length and ferries of every track."""
    return [
        (colour, row.get("length") or 0, row.get("ferries") or 0)
        for _, row in entries(tables, "routes")
        for colour in row.get("colors") or ()
    ]


def count_actions(tables: Table) -> int:
    """How many action ids a board needs: every payment of every track (R3.2, R3.3) and a few for the rest.

    The verbs number the actions of a board (actions/verbs.py), but a map is checked before there is one: a test
    compares them.
    """
    colour_count: int = len(rule(tables, "cards", "colors") or ())
    claims = sum(
        max(0, length - ferries) * (colour_count if colour == "grey" else 1) + 1
        for colour, length, ferries in tracks_of(tables)
    )
    symbol_count: int = len(rule(tables, "tokens", "symbols") or ())
    location_count = len(entries(tables, "locations"))
    dealt = [rule(tables, "tickets", offer, "dealt") or 0 for offer in ("opening", "action")]
    keeps = (1 << min(max(dealt), limits.MAX_OFFERED)) - 1
    draws = colour_count + 2  # and wild, deck
    return claims + symbol_count * (location_count + 1) + keeps + draws + 2  # and tickets, pass
