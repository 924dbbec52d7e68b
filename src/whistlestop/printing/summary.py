"""The rules of one map on one page: which sentences it needs, with its own numbers (docs/rules.md has them all)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whistlestop.maps.mapfile import Map, Words
from whistlestop.printing.languages import Run, Texts, Value

Sentence = tuple[str, dict[str, Value]]
"""The key of a text, and its values."""


def rules_summary(board_map: Map, texts: Texts) -> dict[str, Any]:
    """What the page says, for the template."""
    cards = board_map.rules.cards
    chapters = {"setup": setup(board_map), "turn": turn(board_map), "end": end(board_map)}
    return {
        "language": texts.language,
        "heading": texts.plain("rules.heading"),
        "players": players(board_map, texts),
        "words": words(board_map.words, texts),
        "aim": texts.plain("rules.aim"),
        "deck": texts.plain("rules.deck", cards=sum(cards.colors.values()) + cards.wild),
        "chapters": [
            {
                "heading": texts.plain(f"rules.{name}.heading"),
                "paragraphs": [paragraph(texts, f"rules.{name}", sentences) for sentences in paragraphs],
            }
            for name, paragraphs in chapters.items()
        ],
        "stacks": stacks(board_map, texts),
        "tables": point_tables(board_map, texts),
    }


def paragraph(texts: Texts, prefix: str, sentences: list[Sentence]) -> list[Run]:
    """Sentences as runs of plain and bold text."""
    runs: list[Run] = []
    for key, values in sentences:
        runs += [Run(" ", False)] if runs else []
        runs += texts.runs(f"{prefix}.{key}", **values)
    return runs


def players(board_map: Map, texts: Texts) -> str:
    """For how many players the map is."""
    count = board_map.rules.players
    key = "rules.players-same" if count.min == count.max else "rules.players"
    return texts.plain(key, min=count.min, max=count.max)


def words(own: Words, texts: Texts) -> list[tuple[str, str]]:
    """What the map calls things, beside the plain words that the rules use; none where it calls them the same."""
    usual = Words().model_dump()
    return [
        (texts.plain(f"rules.word.{thing}"), texts.word(word))
        for thing, word in own.model_dump().items()
        if word != usual[thing] and texts.word(word) != texts.plain(f"rules.word.{thing}").lower()
    ]


def setup(board_map: Map) -> Iterator[list[Sentence]]:
    """R1."""
    rules = board_map.rules
    yield [("cards", {"pieces": rules.pieces, "hand": rules.cards.opening_hand, "row": rules.cards.face_up})]
    yield [("tickets", {"dealt": rules.tickets.opening.dealt, "keep": rules.tickets.opening.keep})]
    if rules.tokens:
        yield [("tokens", {})]
        if len(rules.tokens.symbols) > len(rules.tokens.spots):  # R1.5
            placing: list[Sentence] = [("place", {})] if rules.players.max > 2 else []
            yield [*placing, ("place-two", {})] if rules.players.min == 2 else placing
    yield [("first", {})]


def turn(board_map: Map) -> Iterator[list[Sentence]]:
    """R2 to R5."""
    rules, cards = board_map.rules, board_map.rules.cards
    yield [("draw", {})]
    if cards.wild:
        wild: list[Sentence] = [("wild", {})]
        if cards.reset_limit and cards.reset_at <= min(cards.wild, cards.face_up):
            wild.append(("reset", {"reset": cards.reset_at, "limit": cards.reset_limit}))
        yield wild
    yield [("claim", {})]
    if any(route.ferries for route in board_map.routes):
        yield [("ferry", {})]
    if any(len(route.colors) == 2 for route in board_map.routes):
        yield [*double_routes(rules.both_tracks_from, rules.players.min, rules.players.max)]
    if rules.tokens:
        yield [("token", {})]
    yield [("tickets", {"dealt": rules.tickets.action.dealt, "keep": rules.tickets.action.keep})]
    yield [("pass", {})]


def double_routes(both_from: int, fewest: int, most: int) -> Iterator[Sentence]:
    """R3.4, as far as it matters with the numbers of players that the map allows."""
    yield "double", {}
    if both_from > most:
        yield "double-never", {}
    elif both_from > fewest:
        yield "double-few", {"from": both_from}


def end(board_map: Map) -> Iterator[list[Sentence]]:
    """R6."""
    rules = board_map.rules
    yield [("final", {"final": rules.final_round_at})]
    yield [("tickets", {})]
    if rules.longest_path:
        yield [("path", {"bonus": rules.longest_path})]
    yield [("win-path" if rules.longest_path else "win", {})]


def stacks(board_map: Map, texts: Texts) -> list[list[str]]:
    """R1.4: a table of how many tokens are in a stack, by the number of players."""
    tokens = board_map.rules.tokens
    if tokens is None:
        return []
    counts = range(board_map.rules.players.min, board_map.rules.players.max + 1)
    rows = [
        [texts.plain("rules.stack.players"), *(str(count) for count in counts)],
        [texts.plain("rules.stack.ring"), *(str(tokens.stack[count]) for count in counts)],
    ]
    if len(tokens.symbols) > len(tokens.spots):
        rows.append([texts.plain("rules.stack.placed"), *(str(tokens.placed[count]) for count in counts)])
    return rows


def point_tables(board_map: Map, texts: Texts) -> list[dict[str, Any]]:
    """R3.5, R6.4: points by the length of a route, and by the number of different tokens."""
    rules = board_map.rules
    points = texts.plain("scoring.points")

    def table(heading: str, of: str, first: int, values: tuple[int, ...]) -> dict[str, Any]:
        counts = [str(first + i) for i in range(len(values))]
        return {
            "heading": texts.plain(heading),
            "rows": [[texts.plain(of), *counts], [points, *(str(value) for value in values)]],
        }

    tables = [table("scoring.route", "scoring.spaces", 1, rules.route_points)]
    if rules.tokens:
        tables.append(table("scoring.tokens", "scoring.different", 0, rules.tokens.points))
    return tables
