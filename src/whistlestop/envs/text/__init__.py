"""The game as text, for language models: prompts from views, and answers read back (docs/language-models.md).

    from whistlestop import Game
    from whistlestop.envs.text import Prompter, read_answer

    game = Game("usa", players=2, seed=7)
    prompter = Prompter(game.board, players=2, budget=4000)
    prompt = prompter.prompt(game.view(0))              # prompt.static, prompt.state, prompt.tokens
    action = read_answer(game.board, game.view(0), "ACTION: keep all")

It needs no extra, no tokenizer and no network.
"""

from whistlestop.envs.text.answer import BadAnswer, read_answer
from whistlestop.envs.text.player import Ask, Exchange, Message, ModelBot, ModelUnavailable, Reply
from whistlestop.envs.text.prompt import DEFAULT_BUDGET, BudgetTooSmall, Prompt, Prompter
from whistlestop.envs.text.static_part import ANSWER_WITH_A_LINE, static_part
from whistlestop.envs.text.tokens import TokenCounter, estimate_tokens

__all__ = [
    "ANSWER_WITH_A_LINE",
    "DEFAULT_BUDGET",
    "Ask",
    "BadAnswer",
    "BudgetTooSmall",
    "Exchange",
    "Message",
    "ModelBot",
    "ModelUnavailable",
    "Prompt",
    "Prompter",
    "Reply",
    "TokenCounter",
    "estimate_tokens",
    "read_answer",
    "static_part",
]
