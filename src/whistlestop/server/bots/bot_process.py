"""What a worker process of the server does: it chooses for bots and judges actions, one question after the other.

`python -m whistlestop.server.bots.bot_process` is a worker process (`running/workers.py`).
"""

import json
import random
from contextlib import suppress
from functools import lru_cache

from whistlestop import kernels
from whistlestop.board import Board, load_board
from whistlestop.bots.analyse import Judgement, analyse
from whistlestop.bots.base import Bot
from whistlestop.bots.greedy import GreedyBot
from whistlestop.bots.levels import StandIn
from whistlestop.bots.reasons import Reason
from whistlestop.bots.registry import make_ready_bot
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.game.view import View
from whistlestop.json_types import TypedDict, described
from whistlestop.maps.check import examine, examine_tables
from whistlestop.maps.mapfile import MapError, builtin_maps
from whistlestop.server.running.workers import answer_questions, where

BOARDS = 16
"""How many boards a process remembers; making one takes 20 ms."""


ANALYST = "analyse@"
"""Who judges all actions instead of choosing one: `analyse@0.8s` for 0.8 seconds, `analyse@200` with 200 playouts."""
IDS = {"route", "ticket", "other", "card", "location", "symbol", "other_symbol"}
"""Names in reasons that stand for ids; the others are numbers."""


class Question(TypedDict):
    bot: str
    """A bot's name, as the registry knows it, or an analyst's."""
    source: str
    map_text: str | None
    view: View
    seed: int


@described
class SaidReason(TypedDict):
    kind: str
    """A key of `reasons.TEXTS`."""
    details: dict[str, str | int]


@described
class Judged(TypedDict):
    action: str
    win_chance: float
    margin: float
    """The expected lead over the best other at the end, in points."""
    reasons: list[SaidReason]
    playouts: int


class Answer(TypedDict):
    action: str
    """One of the view's legal actions, whatever the bot did; an analyst's best one, or none."""
    failure: str | None
    """What the bot did wrong, without anything from its view."""
    is_stand_in: bool
    """Whether another bot chose, or nobody could judge, because the kernels are not compiled yet."""
    judged: list[Judged]
    """By an analyst, the best first."""


@lru_cache(maxsize=BOARDS)
def board_of(source: str, map_text: str | None) -> Board:
    """The board of a match: a built-in map, or an uploaded one by its text, TOML or the same as JSON."""
    if map_text is None:
        if source not in builtin_maps():  # a name from outside must not become a path on this machine
            raise ValueError(f"There is no built-in map {source!r}.")
        return load_board(source)
    # `boards.board_for` does the same for people, with reasons; but it would bring all of FastAPI into every process.
    is_json = map_text.startswith("{")
    board_map, errors = examine_tables(json.loads(map_text), source) if is_json else examine(map_text, source)
    if board_map is None:
        raise MapError(errors)
    return Board(board_map, source)


def answer(question: Question) -> Answer:
    """What a bot chooses, or an analyst judges."""
    return judgement(question) if question["bot"].startswith(ANALYST) else choice(question)


def judgement(question: Question) -> Answer:
    """What the actions of a view are worth."""
    judged: list[Judged] = []
    # The server may have loaded them before this process has, and told those who wait.
    failure, is_ready = None, kernels.load(*SEARCH_KERNELS)
    if is_ready:
        try:
            budget = question["bot"].removeprefix(ANALYST)
            seconds = float(budget.removesuffix("s")) if budget.endswith("s") else None
            playouts = None if seconds else int(budget)
            board = board_of(question["source"], question["map_text"])
            found = analyse(question["view"], seconds, board, playouts=playouts, seed=question["seed"])
            judged = [_judgement_message(one) for one in found]
        except Exception as error:
            failure = where(error)
    action = judged[0]["action"] if judged else ""
    return {"action": action, "failure": failure, "is_stand_in": not is_ready, "judged": judged}


def _judgement_message(judgement: Judgement) -> Judged:
    return {
        "action": str(judgement.action),
        "win_chance": round(judgement.win_chance, 4),
        "margin": round(judgement.margin, 1),
        "reasons": [{"kind": reason.key, "details": _details(reason)} for reason in judgement.reasons],
        "playouts": judgement.playouts,
    }


def _details(reason: Reason) -> dict[str, str | int]:
    return {name: text if name in IDS else int(text) for name, text in reason.names.items()}


def choice(question: Question) -> Answer:
    """Let the bot choose; where it can't, `greedy` does."""
    try:
        bot = _bot_for(question)
        is_stand_in = isinstance(bot, StandIn) and bot.is_standing_in
        action, failure = str(bot.choose(question["view"])), None
        if action not in question["view"]["legal_actions"]:
            failure = "its action is not legal"
    except BaseException as error:  # also of a bot that wants to exit
        is_stand_in, failure = False, where(error)
    if failure is not None:
        action = greedy_choice(question)
    return {"action": action, "failure": failure, "is_stand_in": is_stand_in, "judged": []}


def _bot_for(question: Question) -> Bot:
    return make_ready_bot(question["bot"], board_of(question["source"], question["map_text"]), _choice_seed(question))


def _choice_seed(question: Question) -> int:
    """A bot's seed for one choice: it is made anew for every choice, and must not get the same random numbers."""
    return random.Random(f"{question['seed']} {question['view']['version']}").getrandbits(64)


def greedy_choice(question: Question) -> str:
    """What `greedy` would do, who needs no kernels; failing that, the first legal action."""
    legal = question["view"]["legal_actions"]
    with suppress(Exception):
        board = board_of(question["source"], question["map_text"])
        action = str(GreedyBot(board, _choice_seed(question)).choose(question["view"]))
        if action in legal:
            return action
    return legal[0]


if __name__ == "__main__":
    answer_questions(answer, lambda: kernels.start(*SEARCH_KERNELS))  # loads them if they are on disk
