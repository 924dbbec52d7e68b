"""What a player types: shortcuts, numbers from the lists on the screen, and tab completion.

All of it is made from the view's legal actions, so nothing here knows a rule.
"""

import re
from typing import NamedTuple

from whistlestop.actions.action import WILD, payment_text
from whistlestop.board import Board
from whistlestop.game.open_routes import full_price
from whistlestop.game.paths import open_edges, shortest
from whistlestop.game.view import View
from whistlestop.ids import first_track, other_track, tidy_id

VERBS = ("draw", "claim", "tickets", "keep", "place", "take", "pass")
COMMANDS = ("help", "look", "hand", "my", "hint", "board", "routes", "history", "undo", "save", "quit")
SHORTCUTS = {"d": "draw deck", "t": "tickets", "c": "claim", "k": "keep", "q": "quit", "exit": "quit", "?": "help"}


class NotListed(ValueError):
    """A number that stands for nothing on the screen."""


class OpenRoute(NamedTuple):
    """A route that can be claimed now, with all payments: the ones with the fewest wilds first."""

    route: str
    payments: tuple[str, ...]
    is_on_ticket: bool

    @property
    def cheapest(self) -> tuple[str, ...]:
        """The payments that keep the most wilds; several if a grey route leaves the colour open."""
        fewest = min(map(wild_count, self.payments))
        return tuple(payment for payment in self.payments if wild_count(payment) == fewest)


def payment_cards(payment: str) -> dict[str, int]:
    """The cards of a payment's text.

    >>> payment_cards("purple:3,wild:1")
    {'purple': 3, 'wild': 1}
    """
    return {card: int(count) for card, _, count in (part.partition(":") for part in payment.split(","))}


def wild_count(payment: str) -> int:
    """Wilds in a payment's text."""
    return payment_cards(payment).get(WILD, 0)


def payments_of(view: View, route: str) -> list[str]:
    """Every legal payment of a route: fewest wilds first, then the colour one holds most of."""
    prefix = f"claim {route} "
    legal = [action.removeprefix(prefix) for action in view["legal_actions"] if action.startswith(prefix)]
    return sorted(legal, key=lambda pay: (wild_count(pay), -max(view["hand"][card] for card in payment_cards(pay))))


def open_routes(board: Board, view: View) -> list[OpenRoute]:
    """The routes that can be claimed now: those on the shortest paths of one's tickets first, then the longest ones."""
    edges = open_edges(board, view)
    paths = [shortest(edges, ticket) for ticket in unfinished(view)]
    wanted = {route for path in paths if path for route in path.routes}
    routes = dict.fromkeys(action.split()[1] for action in view["legal_actions"] if action.startswith("claim "))
    payments = {route: tuple(payments_of(view, route)) for route in routes}
    found = [
        OpenRoute(route, paid, not wanted.isdisjoint((route, other_track(route))))
        for route, paid in payments.items()
        # Two equal tracks are one choice to a player; the second can still be named in full.
        if route == (first := first_track(route)) or payments.get(first) != paid
    ]
    length = {route: board.tracks[board.route_index(route)].length for route in routes}
    return sorted(found, key=lambda choice: (not choice.is_on_ticket, -length[choice.route], choice.route))


def unfinished(view: View) -> list[str]:
    """Own tickets that are not complete."""
    return [ticket["id"] for ticket in view["tickets"] if not ticket["is_complete"]]


def free_places(view: View) -> list[str]:
    """R1.5: where a stack may be put, in alphabetical order."""
    return sorted({action.split()[2] for action in view["legal_actions"] if action.startswith("place ")})


def _normalised_words(text: str, board: Board) -> list[str]:
    """Small letters, single spaces, the map's own word for wilds understood, shortcuts written out."""
    words = re.sub(r"\s*([,:/#])\s*", r"\1", text.strip().lower()).split()
    if words:
        words[:1] = SHORTCUTS.get(words[0], words[0]).split()
    if words[:1] in (["draw"], ["claim"]) or len(words) == 1:
        words[-1] = re.sub(rf"\b{re.escape(board.map.words.wild.lower())}\b(?=:|$)", WILD, words[-1])
    return words


def actions_for_input(text: str, board: Board, view: View) -> list[str]:
    """The actions that a text may mean: several if a claim leaves the colour open. Legal or not, the game says."""
    words = _normalised_words(text, board)
    match view["phase"]:
        case "keep-tickets":
            return [_keep(words, view)]
        case "place-tokens":
            return [_place(words, view)]
        case "take-token":
            return [_take(words, view)]
    return _turn(words, board, view)


def _numbered(word: str, listed: list[str]) -> str:
    """The entry with this number in the list; any other word stays as it is."""
    if not word.isdecimal():
        return word
    if not 1 <= int(word) <= len(listed):
        raise NotListed(f"There is no {word} in the list: it ends at {len(listed)}.")
    return listed[int(word) - 1]


def _keep(words: list[str], view: View) -> str:
    if words[0] != "keep" and not words[0].isdecimal() and words[0] != "all":
        return " ".join(words)
    arguments = words[1:] if words[0] == "keep" else words
    tickets = view["offered"] if arguments == ["all"] else [_numbered(word, view["offered"]) for word in arguments]
    return " ".join(["keep", *tickets])


def _place(words: list[str], view: View) -> str:
    symbols = [stack["symbol"] for stack in view["set_aside"]]
    arguments = words[1:] if words[0] == "place" else words
    if len(arguments) == 1 and len(symbols) == 1:
        arguments = [symbols[0], *arguments]
    if words[0] != "place" and (len(arguments) != 2 or arguments[0] not in symbols):
        return " ".join(words)
    return " ".join(["place", *arguments[:1], *(_numbered(word, free_places(view)) for word in arguments[1:])])


def _take(words: list[str], view: View) -> str:
    if words[0] == "take":
        return " ".join(["take", *(_numbered(word, view["token_choice"]) for word in words[1:])])
    chosen = _numbered(words[0], view["token_choice"])
    return f"take {chosen}" if chosen in view["token_choice"] else " ".join(words)


def _turn(words: list[str], board: Board, view: View) -> list[str]:
    """Numbers run over the row first, then over the open routes."""
    if words[0].isdecimal():
        words = ["draw" if int(words[0]) <= len(view["face_up"]) else "claim", *words]
    elif len(words) == 1 and words[0] in board.colours:
        words = ["draw", *words]
    if words[0] == "draw" and len(words) == 2:
        chosen = _numbered(words[1], [card or "" for card in view["face_up"]])
        if not chosen:
            raise NotListed(f"Place {words[1]} of the row is empty.")
        return [f"draw {chosen}"]
    if words[0] == "claim" and len(words) >= 2:
        return _claims(words[1], words[2:], board, view)
    return [" ".join(words)]


def _claims(route: str, payment: list[str], board: Board, view: View) -> list[str]:
    if route.isdecimal():
        listed = [choice.route for choice in open_routes(board, view)]
        first = len(view["face_up"]) + 1
        if not first <= int(route) < first + len(listed):
            raise NotListed(f"There is no {route} in the list: it ends at {first + len(listed) - 1}.")
        route = listed[int(route) - first]
    route = tidy_id(route)
    legal = tuple(payments_of(view, route))
    if not payment and not legal:
        payment = [_full_price(board, view, route)]  # so that the game can say what is missing
    if payment:
        return [" ".join(["claim", route, *payment])]
    cheapest = OpenRoute(route, legal, False).cheapest
    return [f"claim {route} {pay}" for pay in (cheapest if len(cheapest) == 1 else legal)]


def _full_price(board: Board, view: View, route: str) -> str:
    """The simplest payment of a route, whether the player has the cards or not, and whether there is such a route or
    not."""
    return payment_text(full_price(board, view["hand"], route)) if route in board.route_ids else f"{WILD}:1"


def completions(text: str, view: View) -> list[str]:
    """What the last word of an unfinished line may become."""
    *done, last = text.lower().split(" ")
    done = [word for word in done if word]
    if done[:1] == ["keep"]:
        words = [ticket for ticket in view["offered"] if ticket not in done]
    elif done:
        actions = [action.split() for action in view["legal_actions"]]
        words = [action[len(done)] for action in actions if action[: len(done)] == done and len(action) > len(done)]
    else:
        words = [*(action.split()[0] for action in view["legal_actions"]), *COMMANDS]
    if done[:1] == ["claim"] and len(done) == 2:
        words = payments_of(view, done[1])
    # A route may be started at either end.
    return [word for word in dict.fromkeys(words) if word.startswith(last) or f"/{last}" in word]
