"""An action in the words of people: `draw from the deck`, `claim Denver to Omaha with 3 purple and 1 locomotive`.

Every word has to be understood, or the line is none: a wrong guess would be worse than asking again.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from whistlestop.actions.action import DECK, WILD, Action
from whistlestop.board import Board
from whistlestop.english import closest, plural
from whistlestop.game.view import View
from whistlestop.ids import SECOND_TRACK, ends_of, location_id

NUMBERS = {word: n for n, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), start=1)}
VERBS = {
    "claim": "claim", "claiming": "claim", "build": "claim", "building": "claim", "buy": "claim",
    "draw": "draw", "drawing": "draw", "take": "draw", "taking": "draw", "pick": "draw",
    "keep": "keep", "keeping": "keep",
    "place": "place", "placing": "place", "put": "place",
    "pass": "pass", "skip": "pass",
}  # fmt: skip
DECK_WORDS = {DECK, "blind", "unseen", "top"}
TICKET_WORDS = {"ticket", "tickets"}
ALL_WORDS = {"all", "both", "every"}
FILLERS = {
    "a", "an", "the", "from", "of", "to", "and", "with", "for", "by", "using", "use", "pay", "paying", "on", "onto",
    "at", "between", "card", "cards", "route", "track", "up", "face", "row", "token", "tokens", "stack", "new", "more",
    "destination", "destinations", "my", "this", "turn", "now", "it", "pile", "plus", "first",
}  # fmt: skip
PIECE = re.compile(r"#[12]|[a-z0-9]+")


class NotUnderstood(ValueError):
    """A line with a word that means nothing here; the message names what is near."""


@dataclass
class Wording:
    """What a line says, as far as it says it."""

    verb: str
    places: tuple[str, ...] = ()
    cards: dict[str, int] = field(default_factory=dict)
    """Colours, in the order named; with how many of each, if it says so."""
    is_counted: bool = False
    symbol: str | None = None
    has_deck: bool = False
    has_all: bool = False
    is_second_track: bool = False
    offered: tuple[str, ...] = ()

    def means(self, action: Action) -> bool:
        """Whether a legal action is what the line says."""
        if action.verb != self.verb:
            return False
        match action.verb:
            case "claim":
                route = str(action.route)
                has_ends = ends_of(route) == tuple(sorted(self.places))
                return has_ends and self._pays(action) and (route.endswith(SECOND_TRACK) or not self.is_second_track)
            case "keep":
                return set(action.tickets) == set(self.offered if self.has_all else self.tickets)
            case "place":
                return self.symbol in (action.symbol, None) and self.places == (action.location,)
        return action in set(self.actions())

    def _pays(self, action: Action) -> bool:
        if self.is_counted:
            return dict(action.payment) == self.cards
        return not self.cards or {card for card, _ in action.payment} == set(self.cards)

    @property
    def tickets(self) -> tuple[str, ...]:
        """The places it names, two by two, as ids of tickets; none where one is left over."""
        pairs = zip(self.places[::2], self.places[1::2], strict=False)
        return tuple("/".join(sorted(pair)) for pair in pairs) if len(self.places) % 2 == 0 else ()

    def actions(self) -> Iterator[Action]:
        """The actions that it says in full, without a look at what is legal; not for claims."""
        match self.verb:
            case "draw":
                yield from (Action("draw", card=card) for card in [*([DECK] if self.has_deck else []), *self.cards])
            case "keep":
                yield Action("keep", tickets=self.tickets)
            case "place" if self.symbol and len(self.places) == 1:
                yield Action("place", symbol=self.symbol, location=self.places[0])
            case "take":
                yield Action("take", symbol=self.symbol)
            case "pass" | "tickets":
                yield Action(self.verb)


class Vocabulary:
    """The words of a board: places of one or more words, colours, symbols."""

    def __init__(self, board: Board) -> None:
        self.places = {tuple(place.split("-")): place for place in board.location_ids}
        self.longest_place = max(map(len, self.places))
        wild = location_id(board.map.words.wild).split("-")[0]
        self.colours = {colour: colour for colour in board.colours}
        self.colours |= dict.fromkeys((plural(WILD), wild, plural(wild), "locomotive", "locomotives", "joker"), WILD)
        self.symbols = {name: symbol for symbol in board.symbols for name in (symbol, plural(symbol))}
        singles = {*self.colours, *self.symbols, *VERBS, *DECK_WORDS, *TICKET_WORDS}
        self.known_words = sorted(singles | {word for words in self.places for word in words})

    def place_at(self, words: list[str], at: int) -> tuple[str, int] | None:
        """The place whose name begins here, and how many words it takes: the longest there is."""
        for length in range(min(self.longest_place, len(words) - at), 0, -1):
            if place := self.places.get(tuple(words[at : at + length])):
                return place, length
        return None


@lru_cache(maxsize=8)
def vocabulary_of(board: Board) -> Vocabulary:
    """Made once for each board."""
    return Vocabulary(board)


def read_wording(board: Board, view: View, line: str) -> Wording:
    """What a line says. NotUnderstood names the first word that means nothing."""
    vocabulary = vocabulary_of(board)
    words = PIECE.findall(_plain(line))
    found = Wording("", offered=tuple(view["offered"]))
    verbs: list[str] = []
    has_tickets = False
    numbers: list[tuple[int, int]] = []
    colours: list[tuple[int, str]] = []
    at = 0
    while at < len(words):
        word, length = words[at], 1
        if place := vocabulary.place_at(words, at):
            found.places, length = (*found.places, place[0]), place[1]
        elif word in vocabulary.colours:
            colours.append((at, vocabulary.colours[word]))
        elif word in vocabulary.symbols:
            found.symbol = vocabulary.symbols[word]
        elif word in VERBS:
            verbs.append(VERBS[word])
        elif word.isdecimal() or word in NUMBERS:
            numbers.append((at, NUMBERS.get(word) or int(word[:4])))
        elif word in TICKET_WORDS:
            has_tickets = True
        elif word in DECK_WORDS:
            found.has_deck = True
        elif word in ALL_WORDS:
            found.has_all = True
        elif word == SECOND_TRACK:
            found.is_second_track = True
        elif word not in FILLERS and word != "#1":
            near = closest(word, vocabulary.known_words, 0.75)
            hint = f" Did you mean {near!r}?" if near else " Write one of the legal actions as it stands in the list."
            raise NotUnderstood(f"I don't understand {word[:30]!r} in {line[:80]!r}.{hint}")
        at += length
    _count_cards(found, colours, numbers)
    found.verb = _verb(view, found, verbs, has_tickets=has_tickets)
    _check(found, line, has_number=bool(numbers))
    return found


def _plain(line: str) -> str:
    """Small letters without accents; signs part words, but for # and apostrophes."""
    parts = re.sub(r"[^\w#'’]+", " ", line).replace("’", "'").split("#")
    return " #".join(location_id(part).replace("-", " ") for part in parts)


def _count_cards(found: Wording, colours: list[tuple[int, str]], numbers: list[tuple[int, int]]) -> None:
    """`3 purple and 1 wild` as well as `purple:3, wild:1`: each colour has the number on the same side of it."""
    is_before = bool(numbers and colours and numbers[0][0] < colours[0][0])
    counts = dict(numbers)
    near = {at: counts.get(at - 1 if is_before else at + 1) for at, _ in colours}
    found.is_counted = bool(colours) and all(near.values()) and len(numbers) == len(colours)
    for at, colour in colours:
        found.cards[colour] = found.cards.get(colour, 0) + (near[at] or 0 if found.is_counted else 0)


def _verb(view: View, found: Wording, verbs: list[str], *, has_tickets: bool) -> str:
    said = verbs[0] if verbs else ""
    if said == "draw" and found.symbol and not found.cards:
        return "take"
    if said in ("draw", "") and len(found.places) == 2 and (found.cards or said):
        return "claim"  # `take the route from Denver to Omaha`, or only the route and its price
    if said in ("draw", "") and has_tickets and not found.places:
        return "tickets"
    if said:
        return said
    by_phase = {"keep-tickets": "keep", "place-tokens": "place", "take-token": "take", "second-card": "draw"}
    if view["phase"] in by_phase:
        return by_phase[view["phase"]]
    return "draw" if found.has_deck or found.cards else "claim" if len(found.places) == 2 else ""


def _check(found: Wording, line: str, *, has_number: bool) -> None:
    """What is said more or less than an action has."""
    if not found.verb:
        raise NotUnderstood(f"{line[:80]!r} is not an action. Write one of the legal actions as it stands in the list.")
    sources = len(found.cards) + found.has_deck
    if found.verb == "draw" and (sources != 1 or any(count > 1 for count in found.cards.values())):
        raise NotUnderstood(f"{line[:80]!r}: draw one card at a time, as in draw deck or draw red; then the second.")
    if found.verb == "claim" and len(found.places) != 2:
        raise NotUnderstood(f"{line[:80]!r}: name the two places of one route, as in claim denver/omaha purple:4.")
    if found.verb == "claim" and has_number and not found.is_counted:
        raise NotUnderstood(f"{line[:80]!r}: write the payment as in purple:3,wild:1.")
    if found.verb == "keep" and not found.has_all and (not found.places or len(found.places) % 2):
        raise NotUnderstood(f"{line[:80]!r}: name the two places of each ticket to keep, as in keep boston/miami.")
