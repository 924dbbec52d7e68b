"""Which payments for a route are worth a thought: they spend few wilds, and spare the cards that one's tickets need."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from whistlestop.actions.action import WILD
from whistlestop.board import Board
from whistlestop.game.view import View

MOST_PAYMENTS = 3
"""More than these are no help."""


class _Cost(NamedTuple):
    """What a payment gives away; the first to differ decides which is better."""

    wilds: int
    needed: int
    """Cards that the plan lacks after it and did not lack before."""
    spare: int
    """How many cards of the colour are left beyond what the plan needs, as a negative number."""


def sensible_payments(board: Board, view: View, plan: Iterable[str]) -> dict[str, list[str]]:
    """By route that can be paid in several ways: the claims to look at first, best first.

    `plan` are the routes that are still to be claimed for tickets. A payment is not worth a thought where another one
    spends neither more wilds nor more cards that the plan needs, and less of one of them.

    >>> from whistlestop.game import Game
    >>> game = Game("usa", players=2, seed=1)
    >>> sensible_payments(game.board, game.view(0), [])
    {}
    """
    claims: dict[str, list[str]] = defaultdict(list)
    for text in view["legal_actions"]:
        if text.startswith("claim "):
            claims[text.split(" ")[1]].append(text)
    planned = set(plan)
    return {
        route: _best(texts, view["hand"], _needs(board, planned, route))
        for route, texts in claims.items()
        if len(texts) > 1
    }


def _needs(board: Board, plan: set[str], route: str) -> Counter[str]:
    """Cards by colour that the plan takes, but for this route or its twin. Grey routes take what there is."""
    ends = route.partition("#")[0]
    needs: Counter[str] = Counter()
    for other in plan:
        track = board.tracks[board.route_index(other)]
        if other.partition("#")[0] != ends and not track.is_grey:
            needs[board.colours[track.colour]] += track.length - track.ferries
    return needs


def _best(claims: list[str], hand: Mapping[str, int], needs: Counter[str]) -> list[str]:
    costs = {text: _cost(_payment(text), hand, needs) for text in claims}
    given_away = {(cost.wilds, cost.needed) for cost in costs.values()}

    def is_sensible(cost: _Cost) -> bool:
        return not any(
            wilds <= cost.wilds and needed <= cost.needed and (wilds, needed) != (cost.wilds, cost.needed)
            for wilds, needed in given_away
        )

    return sorted((text for text, cost in costs.items() if is_sensible(cost)), key=costs.__getitem__)[:MOST_PAYMENTS]


def _payment(claim: str) -> dict[str, int]:
    """As `Action.text` writes it: to parse what people write takes ten times as long, for up to a thousand claims."""
    pairs = (part.split(":") for part in claim.rsplit(" ", 1)[1].split(","))
    return {card: int(count) for card, count in pairs}


def _cost(payment: dict[str, int], hand: Mapping[str, int], needs: Counter[str]) -> _Cost:
    wilds = payment.pop(WILD, 0)
    needed = spare = 0
    for colour, count in payment.items():
        left = hand[colour] - count
        needed += max(0, needs[colour] - left) - max(0, needs[colour] - hand[colour])
        spare += left - needs[colour]
    return _Cost(wilds, needed, -spare)
