"""A seat's prompt: what stays the same for a game, and what the seat sees now, within a budget of tokens.

>>> from whistlestop import Game
>>> game = Game("san-francisco", players=2, seed=1)
>>> prompter = Prompter(game.board, players=2)
>>> prompt = prompter.prompt(game.view(0))
>>> print(prompt.state.splitlines()[0])
STATE: you are seat 0 of 2. Choose which tickets to keep.
>>> prompt.tokens <= prompter.budget
True
"""

from typing import NamedTuple

from whistlestop.board import Board
from whistlestop.envs.text.state_part import action_lines, history_lines, state_lines
from whistlestop.envs.text.static_part import ANSWER_WITH_A_LINE, static_part
from whistlestop.envs.text.tokens import TokenCounter, estimate_tokens
from whistlestop.game.view import View

DEFAULT_BUDGET = 8000
"""Enough for both built-in games with all of their history in most positions."""


class BudgetTooSmall(ValueError):
    """A prompt without any history is longer than its budget."""


class Prompt(NamedTuple):
    """Two texts: the rules and the board, the same for a whole game, and the state with history and legal actions."""

    static: str
    state: str
    tokens: int
    """Of both together, as they were counted."""


class Prompter:
    """Makes the prompts of one game's seats, from views and nothing else.

    When a prompt would be longer than `budget`, the oldest turns are left out first, then all but the cheapest payment
    of each route; what is shorter than that raises BudgetTooSmall. `count_tokens` is the model's own tokenizer, if one
    has it.
    """

    def __init__(
        self,
        board: Board,
        players: int,
        budget: int = DEFAULT_BUDGET,
        count_tokens: TokenCounter = estimate_tokens,
        how_to_answer: str = ANSWER_WITH_A_LINE,
    ) -> None:
        self.board, self.budget, self.count_tokens = board, budget, count_tokens
        self.static = static_part(board, players, how_to_answer)
        self._static_tokens = count_tokens(self.static)

    def prompt(self, view: View) -> Prompt:
        """What to tell the seat of a view."""
        if view["seat"] is None:
            raise ValueError("A spectator's view has no seat to play for.")
        history = history_lines(view)
        for all_payments in (True, False):
            bare = self._assemble(view, [], len(history), all_payments=all_payments)
            if bare.tokens <= self.budget:
                return self._with_history(view, history, all_payments=all_payments)
        raise BudgetTooSmall(
            f"A prompt of {self.budget} tokens has no room for {self.board.map.name}: "
            f"this one needs {bare.tokens}, without any history."
        )

    def _with_history(self, view: View, history: list[str], *, all_payments: bool) -> Prompt:
        """As many of the latest turns as fit."""
        fits, too_many = 0, len(history) + 1
        best = self._assemble(view, [], len(history), all_payments=all_payments)
        while fits + 1 < too_many:
            # All of them first: mostly they fit.
            count = len(history) if too_many > len(history) else (fits + too_many) // 2
            left_out = len(history) - count
            prompt = self._assemble(view, history[left_out:], left_out, all_payments=all_payments)
            if prompt.tokens <= self.budget:
                fits, best = count, prompt
            else:
                too_many = count
        return best

    def _assemble(self, view: View, history: list[str], left_out: int, *, all_payments: bool) -> Prompt:
        parts = ["\n".join(state_lines(self.board, view))]
        earlier = [f"({left_out} earlier turns are left out)"] if left_out else []
        if history or earlier:
            parts.append("HISTORY, oldest first\n" + "\n".join([*earlier, *history]))
        if view["legal_actions"]:
            note = "" if all_payments else " (other payments are legal too, if you have the cards)"
            actions = action_lines(view, all_payments=all_payments)
            parts.append(f"LEGAL ACTIONS{note}\n" + "\n".join(actions))
        state = "\n\n".join(parts)
        return Prompt(self.static, state, self._static_tokens + self.count_tokens(state))
