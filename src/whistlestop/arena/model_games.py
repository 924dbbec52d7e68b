"""Games of a language model against our bots, each with its record and a transcript of all that was said.

DIR/series.json, DIR/games.parquet     as of every series (series.py)
DIR/games/hard-00012-seat0.jsonl       what the model was asked and answered (transcripts.py)
DIR/games/hard-00012-seat0.record      the game
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from whistlestop.arena.estimates import Estimate, ratio
from whistlestop.arena.play_games import GamePlayer, play_by_views
from whistlestop.arena.transcripts import Transcript, count_answers
from whistlestop.board import Board
from whistlestop.bots import Bot, make_bot
from whistlestop.bots.registry import load_named
from whistlestop.envs import text
from whistlestop.envs.text import DEFAULT_BUDGET, Ask, ModelBot, ModelUnavailable
from whistlestop.envs.text.player import DEFAULT_ATTEMPTS, KEY_VARIABLE
from whistlestop.game import Game
from whistlestop.json_types import JsonObject

MISTAKES = ("unreadable", "ambiguous", "illegal")


@dataclass(frozen=True)
class Model:
    """A model by name: at an endpoint, or without a `base_url` a function of yours as module:function."""

    name: str
    base_url: str | None = None
    key_variable: str = KEY_VARIABLE
    budget: int = DEFAULT_BUDGET
    attempts: int = DEFAULT_ATTEMPTS
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: float = 120.0

    def settings(self) -> JsonObject:
        """All that decides what the model is asked, and how its answers are read: what a series is known by."""
        return {
            "name": self.name,
            "is_local": self.base_url is None,
            "budget": self.budget,
            "attempts": self.attempts,
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "code": self._fingerprint(),
        }

    def connect(self) -> Ask:
        """What is asked. ValueError or ModelUnavailable say why it can't be."""
        if self.base_url is None:
            return local_model(self.name)
        from whistlestop.envs.text.endpoint import ChatEndpoint  # local functions need no extra

        return ChatEndpoint(
            self.base_url,
            self.name,
            key_variable=self.key_variable,
            temperature=self.temperature,
            max_tokens=self.max_tokens,
            timeout=self.timeout,
        )

    def _fingerprint(self) -> str:
        """Of the code that asks and reads, and of a function of yours."""
        files = sorted(Path(str(text.__file__)).parent.glob("*.py"))
        if self.base_url is None:
            local_model(self.name)  # imports its module
            files.append(Path(sys.modules[self.name.partition(":")[0]].__file__ or ""))
        return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def local_model(name: str) -> Ask:
    """A function `module:function` that gets messages and gives a text."""
    try:
        found = load_named(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"The model {name!r} can't be loaded as module:function: {error}") from None
    if not callable(found):
        raise ValueError(f"The model {name!r} is not a function of messages.")
    ask: Ask = found
    return ask


def line_ups_against(model: str, levels: Sequence[str], players: int) -> list[list[str]]:
    """The model at a table with each of the levels.

    >>> line_ups_against("m", ["easy", "hard"], 3)
    [['m', 'easy', 'easy'], ['m', 'hard', 'hard']]
    """
    return [[model, *[level] * (players - 1)] for level in levels]


def game_player(model: Model, folder: Path) -> GamePlayer:
    """Plays the games of a series in its folder."""
    return partial(play_model_game, model, folder)


def play_model_game(model: Model, folder: Path, board: Board, bots: Sequence[str], seed: int, number: int) -> Game:
    """One game with the model in its seat, kept with its record and transcript. ModelUnavailable ends it half-way."""
    record = record_file(folder, bots, model.name, number)
    record.parent.mkdir(exist_ok=True)
    transcript = Transcript(
        record.with_suffix(".jsonl"), model.settings() | {"seed": seed, "number": number, "bots": list(bots)}
    )
    ask = _asked_when_needed(model)

    def make(name: str, board: Board, seed: int) -> Bot:
        if name != model.name:
            return make_bot(name, board, seed)
        return ModelBot(
            board,
            transcript.answers_before(ask),
            seed,
            budget=model.budget,
            attempts=model.attempts,
            on_exchange=transcript.add,
        )

    try:
        game = play_by_views(board, bots, seed, number, make)
    finally:
        transcript.close()
    record.write_text(game.record(), encoding="utf-8")
    return game


def record_file(folder: Path, bots: Sequence[str], model: str, number: int) -> Path:
    """Where the record of a game is kept; its transcript lies beside it."""
    seat = bots.index(model)
    return folder / "games" / f"{bots[seat - 1].replace(':', '.')}-{number:05}-seat{seat}.record"


def _asked_when_needed(model: Model) -> Ask:
    """A model that is connected to with the first question: a transcript may have all the answers."""
    connected: list[Ask] = []

    def ask(messages: list[text.Message]) -> str | text.Reply:
        if not connected:
            connected.append(model.connect())
        try:
            return connected[0](messages)
        except ModelUnavailable:
            raise
        except Exception as error:  # a function of yours may raise whatever it likes
            raise ModelUnavailable(f"The model {model.name!r} failed: {type(error).__name__}: {error}") from error

    return ask


@dataclass(frozen=True)
class AnswerCounts:
    """How a model answered in all finished games of a folder."""

    games: int
    counts: Counter[str]
    wrong: Estimate | None
    """The share of answers that were no legal action."""

    def as_json(self) -> JsonObject:
        """As `--json` prints it."""
        share = self.wrong
        return {
            "games": self.games,
            **{name: self.counts[name] for name in ("choices", "answers", "wrong", *MISTAKES, "forced")},
            "wrong_rate": share and share.value,
            "wrong_rate_interval": share and share.interval,
        }


def answers_in(folder: Path) -> AnswerCounts:
    """What the transcripts of a folder say, as far as their games are finished."""
    files = sorted(file for file in (folder / "games").glob("*.jsonl") if file.with_suffix(".record").exists())
    by_game = list(count_answers(files))
    # Games of one deal are not independent, so a deal's answers are counted together.
    by_deal: dict[str, Counter[str]] = {}
    for file, counts in zip(files, by_game, strict=True):
        by_deal.setdefault(file.stem.rpartition("-seat")[0].rpartition("-")[2], Counter()).update(counts)
    sums = np.array([[[c["wrong"]], [c["answers"]]] for c in by_deal.values()], np.float64).reshape(-1, 2, 1)
    wrong = ratio(sums[:, 0], sums[:, 1], is_share=True)[0] if sums[:, 1].sum() else None
    return AnswerCounts(len(files), sum(by_game, Counter[str]()), wrong)
