"""Reading a model's free answer: the one legal action that it means, or what is wrong with it.

>>> from whistlestop import Game
>>> game = Game("san-francisco", players=2, seed=1)
>>> view = game.view(0)
>>> view["offered"]
['mission-district/pier-39', 'chinatown/golden-gate-bridge']
>>> read_answer(game.board, view, "One is enough.\\n\\n**Action:** `Keep Pier 39 to Mission District`.")
'keep mission-district/pier-39'
>>> read_answer(game.board, view, "ACTION: keep china town/golden-gate-bridge")
Traceback (most recent call last):
...
whistlestop.envs.text.answer.BadAnswer: I don't understand 'china' in 'keep china town/golden-gate-bridge'. ...
"""

import re
from collections.abc import Iterator
from typing import Literal

from whistlestop.actions.action import Action
from whistlestop.actions.notation import NotAnAction
from whistlestop.actions.verbs import Known, explain, parse_action
from whistlestop.board import Board
from whistlestop.envs.text.wording import NotUnderstood, Wording, read_wording
from whistlestop.game.open_routes import full_price
from whistlestop.game.view import View
from whistlestop.ids import SECOND_TRACK, ends_of, first_track, pair_id

LONGEST_ANSWER = 20_000
"""Characters that are read, from the end of an answer: that is where the action stands."""
LONGEST_LINE = 300
MOST_LINES = 200
CHOICES_NAMED = 6

Mistake = Literal["unreadable", "ambiguous", "illegal"]

THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
MARKED = re.compile(
    r"^[^\w\n]{0,9}(?:my |final |chosen ){0,2}action[^\w\n:=]{0,9}[:=][^\w\n]{0,9}(\w.*)$", re.IGNORECASE | re.MULTILINE
)
IN_JSON = re.compile(r'"action"\s*:\s*"([^"\n]*)"', re.IGNORECASE)
OPENINGS = re.compile(
    r"^(?:\d{1,2}[.)]\s+)?(?:(?:so|then|therefore|now|ok|okay|finally)[, ]+)*"
    r"(?:(?:i|we)(?:'ll| will| would like to| want to| choose to| choose| play| pick| decide to| select)?\s+"
    r"|(?:my |the |final |best )*(?:answer|move|choice|action|decision)(?: is| would be)?(?: to)?\s*[:=]?\s+|let's )?",
    re.IGNORECASE,
)
DECORATION = " \t`*_\"'“”‘’.!;>•-–—[](){}"


class BadAnswer(ValueError):
    """An answer that means no legal action, or several; the message says what is wrong and what would be right."""

    def __init__(self, mistake: Mistake, message: str) -> None:
        super().__init__(message)
        self.mistake = mistake


def read_answer(board: Board, view: View, answer: str) -> str:
    """The legal action that an answer means. BadAnswer if there is none or more than one.

    A line `ACTION: …` counts, the last one if there are several; else a field "action" of JSON; else the one line that
    is an action. Nothing else of the answer does: who weighs `draw red` against `draw deck` has not chosen yet.
    """
    text = THOUGHTS.sub("", answer[-LONGEST_ANSWER:])
    marked = MARKED.findall(text) or IN_JSON.findall(text)
    if marked:
        return _only(read_line(board, view, _clean(marked[-1])), _clean(marked[-1]))
    lines = [line for line in map(_clean, text.splitlines()) if line][-MOST_LINES:]
    if not lines:
        raise BadAnswer("unreadable", "The answer is empty. End it with a line: ACTION: one of the legal actions.")
    if len(lines) == 1:
        return _only(read_line(board, view, lines[0]), lines[0])
    return _line_of_several(board, view, lines)


def _clean(line: str) -> str:
    """Without marks of lists, quotes and bold, and without the words that people put before an action."""
    return OPENINGS.sub("", line[:LONGEST_LINE].strip(DECORATION)).strip(DECORATION)


def _only(actions: list[str], said: str) -> str:
    """The one action among those that a line can mean. Equal tracks of a double route are one: the first is taken."""
    actions = list({text.replace(SECOND_TRACK, ""): text for text in reversed(actions)}.values())[::-1]
    if len(actions) > 1:
        named = "; ".join(actions[:CHOICES_NAMED]) + (" …" if len(actions) > CHOICES_NAMED else "")
        raise BadAnswer("ambiguous", f"{_quoted(said)} can mean {len(actions)} actions: {named}. Write one of them.")
    return actions[0]


def _line_of_several(board: Board, view: View, lines: list[str]) -> str:
    """The one line that is an action; a mistake in an action is worth telling if no line is one."""
    found: dict[str, None] = {}
    illegal: list[BadAnswer] = []
    for line in lines:
        try:
            found[_only(read_line(board, view, line), line)] = None
        except BadAnswer as error:
            if error.mistake != "unreadable":
                illegal.append(error)
    if len(found) > 1:
        raise BadAnswer("ambiguous", f"The answer has {len(found)} actions: {'; '.join(found)}. Choose one of them.")
    if found:
        return next(iter(found))
    if illegal:
        raise illegal[-1]
    raise BadAnswer("unreadable", "No line of the answer is an action. End it with a line: ACTION: a legal action.")


def read_line(board: Board, view: View, line: str) -> list[str]:
    """The legal actions that a line can mean. BadAnswer if it means none."""
    if not view["legal_actions"]:
        raise BadAnswer("illegal", f"You have nothing to choose now: {_turn_of(view)}.")
    try:
        action = parse_action(line, board)
    except NotAnAction:
        pass
    else:
        return _legal_forms(board, view, action, line)
    try:
        wording = read_wording(board, view, line)
    except NotUnderstood as error:
        raise BadAnswer("unreadable", f"{error}") from None
    meant = [legal for legal in view["legal_actions"] if wording.means(parse_action(legal, board))]
    if not meant:
        raise BadAnswer("illegal", _why_not(board, view, wording, line))
    return meant


def _turn_of(view: View) -> str:
    return "the game is over" if view["phase"] == "over" else f"seat {view['to_play']} is to play"


def _legal_forms(board: Board, view: View, action: Action, line: str) -> list[str]:
    """An action as it stands in the list: tickets in any order, and of a double route whichever track is open."""
    if action.text in view["legal_actions"]:
        return [action.text]
    legal = [parse_action(text, board) for text in view["legal_actions"] if text.startswith(action.verb)]
    if action.verb == "keep":
        same = [other for other in legal if set(other.tickets) == set(action.tickets)]
    else:
        same = [other for other in legal if "#" not in line and _is_same_claim(action, other)]
    if not same:
        raise BadAnswer("illegal", str(explain(board, _known(view), action)))
    return [other.text for other in same]


def _is_same_claim(action: Action, other: Action) -> bool:
    if action.route is None or other.route is None:
        return False
    return first_track(action.route) == first_track(other.route) and action.payment == other.payment


def _known(view: View) -> Known:
    """What a refusal is explained with (actions/verbs.py), from what a view tells."""
    seat = view["seat"]
    assert seat is not None
    return {
        **view,
        "awaited": [seat] if view["legal_actions"] else [view["to_play"]],
        "is_opening": view["phase"] == "keep-tickets" and not view["tickets"],
        "pieces": view["seats"][seat]["pieces"],
    }


def _why_not(board: Board, view: View, wording: Wording, line: str) -> str:
    """What keeps a line that was understood from being an action, by the rule's number where one says it."""
    if wording.verb == "claim" and len(wording.places) == 2:
        route = pair_id(*wording.places)
        if route not in board.route_ids:
            return f"There is no route {route}. {_routes_from(board, wording.places)}"
        payment = tuple(wording.cards.items()) if wording.is_counted else full_price(board, view["hand"], route)
        ordered = tuple((colour, dict(payment)[colour]) for colour in board.colours if colour in dict(payment))
        return str(explain(board, _known(view), Action("claim", route=route, payment=ordered)))
    for action in wording.actions():
        return str(explain(board, _known(view), action))
    legal = {text.split()[0] for text in view["legal_actions"]}
    return f"{_quoted(line)} is not among the legal actions; now you may {', '.join(sorted(legal))}."


def _routes_from(board: Board, places: tuple[str, ...]) -> str:
    return " ".join(f"From {place} routes go to {', '.join(_neighbours(board, place))}." for place in places)


def _neighbours(board: Board, place: str) -> Iterator[str]:
    for route in board.map.routes:
        if place in (ends := ends_of(route.id)):
            yield ends[1] if ends[0] == place else ends[0]


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:77]}…")
