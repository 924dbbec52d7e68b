"""A language model as a bot: it gets a prompt, its answer is read, and what is wrong is said to it.

>>> from whistlestop import Game
>>> game = Game("san-francisco", players=2, seed=1)
>>> said = iter(["Let me see …", "ACTION: keep both"])
>>> bot = ModelBot(game.board, lambda messages: next(said), on_exchange=lambda exchange: print(exchange.mistake))
>>> bot.choose(game.view(0))
unreadable
None
'keep mission-district/pier-39 chinatown/golden-gate-bridge'
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from whistlestop.board import Board
from whistlestop.envs.text.answer import LONGEST_ANSWER, BadAnswer, Mistake, read_answer
from whistlestop.envs.text.prompt import DEFAULT_BUDGET, Prompter
from whistlestop.envs.text.tokens import TokenCounter, estimate_tokens
from whistlestop.game.view import View

KEY_VARIABLE = "OPENAI_API_KEY"
"""Where an endpoint's key is looked for, if it needs one: what programs for these endpoints use."""
DEFAULT_ATTEMPTS = 3
QUOTED_BACK = 2000
"""Characters of a wrong answer that the model is shown again."""

Message = dict[str, str]
"""`role` (system, user or assistant) and `content`, as chat models take them."""


class Reply(NamedTuple):
    """What a model said, and what its server counted (tokens, mostly)."""

    text: str
    usage: dict[str, Any] | None = None


Ask = Callable[[list[Message]], str | Reply]
"""A model: gets the messages of a conversation, gives its answer."""


class ModelUnavailable(RuntimeError):
    """The model can't be asked; the message says why. A game can't go on without it."""


@dataclass(frozen=True)
class Exchange:
    """A question to a model and its answer. `action` is None where the answer was wrong: `mistake` and `error` say how.

    After the last attempt `is_forced` says that an action was drawn by lot instead.
    """

    version: int
    attempt: int
    messages: list[Message]
    answer: str
    action: str | None
    mistake: Mistake | None
    error: str | None
    is_forced: bool
    seconds: float
    usage: dict[str, Any] | None


class ModelBot:
    """Plays a seat by asking a model, at most `attempts` times a choice, then by lot. It is not asked where there is no
    choice. Every question is a conversation of its own: the state has the history."""

    def __init__(
        self,
        board: Board,
        ask: Ask,
        seed: int | None = None,
        *,
        budget: int = DEFAULT_BUDGET,
        count_tokens: TokenCounter = estimate_tokens,
        attempts: int = DEFAULT_ATTEMPTS,
        on_exchange: Callable[[Exchange], None] = lambda _: None,
    ) -> None:
        self.board, self.ask, self.attempts = board, ask, attempts
        self.budget, self.count_tokens, self.on_exchange = budget, count_tokens, on_exchange
        self._rng = random.Random(seed)
        self._prompter: Prompter | None = None

    def choose(self, view: View) -> str:
        """The action that the model's answer means."""
        legal = view["legal_actions"]
        if len(legal) == 1:
            return legal[0]
        messages = self._opening_messages(view)
        for attempt in range(1, self.attempts + 1):
            since = time.monotonic()
            reply = self.ask(messages)
            text, usage = (reply, None) if isinstance(reply, str) else reply
            text = text[-LONGEST_ANSWER:]
            action, mistake, error = self._read(view, text)
            is_forced = action is None and attempt == self.attempts
            seconds = round(time.monotonic() - since, 3)
            asked = list(messages)
            self.on_exchange(
                Exchange(view["version"], attempt, asked, text, action, mistake, error, is_forced, seconds, usage)
            )
            if action is not None:
                return action
            messages += [
                {"role": "assistant", "content": text[-QUOTED_BACK:]},
                {"role": "user", "content": f"{error}\nAnswer again, and end with a line: ACTION: a legal action."},
            ]
        return self._rng.choice(legal)

    def _opening_messages(self, view: View) -> list[Message]:
        if self._prompter is None:
            self._prompter = Prompter(self.board, view["players"], self.budget, self.count_tokens)
        prompt = self._prompter.prompt(view)
        return [{"role": "system", "content": prompt.static}, {"role": "user", "content": prompt.state}]

    def _read(self, view: View, text: str) -> tuple[str | None, Mistake | None, str | None]:
        try:
            return read_answer(self.board, view, text), None, None
        except BadAnswer as error:
            return None, error.mistake, str(error)
