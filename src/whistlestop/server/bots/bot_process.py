"""What a worker process of the server does: it chooses for bots and judges actions, one question after the other.

`python -m whistlestop.server.bots.bot_process` is a worker process (`running/workers.py`).
"""

import json
import random
from contextlib import suppress
from functools import lru_cache
from typing import NotRequired

from whistlestop import kernels
from whistlestop.board import Board, load_board
from whistlestop.bots.analyse import Judgement, analyse
from whistlestop.bots.base import Bot
from whistlestop.bots.greedy import GreedyBot
from whistlestop.bots.levels import StandIn
from whistlestop.bots.reasons import Reason
from whistlestop.bots.registry import make_ready_bot
from whistlestop.bots.review import review_choice
from whistlestop.bots.search.searcher import SEARCH_KERNELS
from whistlestop.game.view import View
from whistlestop.json_types import JsonObject, TypedDict, described
from whistlestop.maps.check import examine, examine_tables
from whistlestop.maps.mapfile import MapError, builtin_maps
from whistlestop.server.running.workers import answer_questions, describe_error

BOARDS = 16
"""How many boards a process remembers; making one takes 20 ms."""


ANALYST = "analyse@"
"""Who judges all actions instead of choosing one: `analyse@0.8s` for 0.8 seconds, `analyse@200` with 200 playouts."""
REVIEWER = "review@"
"""Who judges what was chosen: `review@200` with 200 playouts."""
IDS = {"route", "ticket", "other", "card", "location", "symbol", "other_symbol"}
"""Names in reasons that stand for ids; the others are numbers."""


class PastChoice(TypedDict):
    """What a reviewer has to know beside the view of who chose."""

    position: JsonObject
    action: str
    is_open: bool
    """Whether to judge it with all cards open, or with what the seat knew."""


class Question(TypedDict):
    bot: str
    """A bot's name, as the registry knows it, or an analyst's."""
    source: str
    map_source: str | None
    view: View
    seed: int
    past: NotRequired[PastChoice]
    """For a reviewer."""


@described
class AdviceReason(TypedDict):
    kind: str
    """A key of `reasons.TEXTS`."""
    details: dict[str, str | int]
    is_against: bool
    """Whether it speaks against the action; the best one has no such reason."""


@described
class JudgedAction(TypedDict):
    action: str
    win_chance: float
    """If everybody goes on like the hard bot."""
    standard_error: float
    """Of the win chance."""
    margin: float
    """The expected lead over the best other at the end, in points."""
    reasons: list[AdviceReason]
    plan: list[str]
    """The routes still to be claimed by the plan that the reasons speak of."""
    playouts: int


@described
class ReviewedChoice(TypedDict):
    """A choice beside the best one, judged with what its seat knew or with all cards open."""

    chosen: JudgedAction
    best: JudgedAction
    """The same where nothing better was found."""
    loss: float
    """The win chance given away; noise may make it less than 0."""
    loss_error: float
    """The standard error of the loss."""
    is_mistake: bool
    """Whether the loss is more than noise can explain."""
    accuracy: float
    """A player's accuracy in a game is the mean of these over all choices, from 0 to 1."""
    chances: list[float]
    """To win after the action, by seat; together 1."""
    is_exact: bool
    """Whether nothing can change any more, so that the chances are the result."""


class Answer(TypedDict):
    action: str
    """One of the view's legal actions, whatever the bot did; an analyst's best one, or none."""
    failure: str | None
    """What the bot did wrong, without anything from its view."""
    is_stand_in: bool
    """Whether another bot chose, or nobody could judge, because the kernels are not compiled yet."""
    judged_actions: list[JudgedAction]
    """By an analyst, the best first."""
    review: NotRequired[ReviewedChoice]
    """By a reviewer."""


@lru_cache(maxsize=BOARDS)
def board_of(source: str, map_source: str | None) -> Board:
    """The board of a match: a built-in map, or an uploaded one by its text, TOML or the same as JSON."""
    if map_source is None:
        if source not in builtin_maps():  # a name from outside must not become a path on this machine
            raise ValueError(f"There is no built-in map {source!r}.")
        return load_board(source)
    # `match_boards.board_for` does the same for people, with reasons; but it would bring FastAPI into every process.
    is_json = map_source.startswith("{")
    board_map, errors = examine_tables(json.loads(map_source), source) if is_json else examine(map_source, source)
    if board_map is None:
        raise MapError(errors)
    return Board(board_map, source)


def answer(question: Question) -> Answer:
    """What a bot chooses, or an analyst or a reviewer judges."""
    return judgement(question) if question["bot"].startswith((ANALYST, REVIEWER)) else choice(question)


def judgement(question: Question) -> Answer:
    """What the actions of a view are worth, or one that was chosen."""
    # The server may have loaded them before this process has, and told those who wait.
    answer: Answer = {
        "action": "",
        "failure": None,
        "is_stand_in": not kernels.load(*SEARCH_KERNELS),
        "judged_actions": [],
    }
    if answer["is_stand_in"]:
        return answer
    try:
        if question["bot"].startswith(REVIEWER):
            answer["review"] = _review(question)
        else:
            answer["judged_actions"] = _judge(question)
            answer["action"] = answer["judged_actions"][0]["action"]
    except Exception as error:
        answer["failure"] = describe_error(error)
    return answer


def _judge(question: Question) -> list[JudgedAction]:
    budget = question["bot"].removeprefix(ANALYST)
    seconds = float(budget.removesuffix("s")) if budget.endswith("s") else None
    playouts = None if seconds else int(budget)
    board = board_of(question["source"], question["map_source"])
    found = analyse(question["view"], seconds, board, playouts=playouts, seed=question["seed"])
    return [_judgement_message(one) for one in found]


def _review(question: Question) -> ReviewedChoice:
    past, playouts = question["past"], int(question["bot"].removeprefix(REVIEWER))
    found = review_choice(
        board_of(question["source"], question["map_source"]),
        question["view"],
        past["position"],
        past["action"],
        is_open=past["is_open"],
        playouts=playouts,
        seed=question["seed"],
    )
    return {
        "chosen": _judgement_message(found.chosen),
        "best": _judgement_message(found.best),
        "loss": round(found.loss.mean, 4),
        "loss_error": round(found.loss.error, 4),
        "is_mistake": found.is_mistake,
        "accuracy": round(found.accuracy, 4),
        "chances": list(found.chances),
        "is_exact": found.is_exact,
    }


def _judgement_message(judgement: Judgement) -> JudgedAction:
    return {
        "action": str(judgement.action),
        "win_chance": round(judgement.win_chance, 4),
        "standard_error": round(judgement.standard_error, 4),
        "margin": round(judgement.margin, 1),
        "reasons": [
            {"kind": reason.key, "details": _details(reason), "is_against": reason.is_against}
            for reason in judgement.reasons
        ],
        "plan": list(judgement.plan),
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
        is_stand_in, failure = False, describe_error(error)
    if failure is not None:
        action = greedy_choice(question)
    return {"action": action, "failure": failure, "is_stand_in": is_stand_in, "judged_actions": []}


def _bot_for(question: Question) -> Bot:
    return make_ready_bot(question["bot"], board_of(question["source"], question["map_source"]), _choice_seed(question))


def _choice_seed(question: Question) -> int:
    """A bot's seed for one choice: it is made anew for every choice, and must not get the same random numbers."""
    return random.Random(f"{question['seed']} {question['view']['version']}").getrandbits(64)


def greedy_choice(question: Question) -> str:
    """What `greedy` would do, who needs no kernels; failing that, the first legal action."""
    legal = question["view"]["legal_actions"]
    with suppress(Exception):
        board = board_of(question["source"], question["map_source"])
        action = str(GreedyBot(board, _choice_seed(question)).choose(question["view"]))
        if action in legal:
            return action
    return legal[0]


if __name__ == "__main__":
    answer_questions(answer, lambda: kernels.start(*SEARCH_KERNELS))  # loads them if they are on disk
