"""The lesson's game: it loads, what the conductor says can be done, and it ends well."""

import json
import random
import runpy
from pathlib import Path
from typing import Any

import pytest

import whistlestop as ws
from whistlestop.bots.greedy import GreedyBot
from whistlestop.bots.levels import LEVELS

ROOT = Path(__file__).parents[2]
LEARN = ROOT / "web" / "src" / "learn"
RECORD = (LEARN / "lesson.record").read_text("utf-8")
PLAN: dict[str, Any] = json.loads((LEARN / "plan.json").read_text("utf-8"))
PUPIL, BOT = 0, 1


def advised(game: ws.Game) -> str:
    """What the conductor says in web/src/learn/advice.ts."""
    legal = [str(action) for action in game.legal_actions()]
    claimed = game.position()["claimed"]
    goals = [goal for goal in PLAN["goals"] if goal["route"] not in claimed]
    if game.position()["turns_left"] is not None:
        goals.append(PLAN["last"])
    for goal in goals:
        payments = [text for text in legal if text.startswith(f"claim {goal['route']} ")]
        if payments:
            return min(payments, key=lambda text: text.count("wild"))
        if f"draw {goal['needs']}" in legal and game.phase == "turn":
            return f"draw {goal['needs']}"
        break
    return "draw deck" if "draw deck" in legal else legal[0]


def taught(bot: Any) -> tuple[ws.Game, list[str]]:
    """The whole lesson, and what the pupil did in it."""
    game, done = ws.Game.from_record(RECORD), []
    while not game.is_over:
        if game.to_play == PUPIL:
            done.append(advised(game))
            game.apply(done[-1])
        else:
            game.apply(bot(game))
    return game, done


def test_the_record_is_what_the_tool_writes() -> None:
    assert runpy.run_path(str(ROOT / "tools" / "lesson_record.py"))["lesson_record"]() == RECORD


@pytest.mark.parametrize("make", [LEVELS["easy"], GreedyBot])  # greedy stands in while the levels are compiled
def test_a_pupil_who_does_what_is_said_sees_all_and_wins(make: Any) -> None:
    bot = make(ws.load_board("san-francisco"), 1)
    game, done = taught(lambda game: bot.choose(game.view(BOT)))
    assert [text.partition(" ")[0] for text in done] == ["draw", "draw", "claim", "draw", "claim", "claim", "claim"]
    assert done[:4] == ["draw black", "draw deck", "claim mission-district/painted-ladies black:2", "draw wild"]
    assert game.winners() == [PUPIL]
    assert game.scores()[PUPIL]["completed_tickets"] == 2
    assert game.scores()[PUPIL]["tokens"] > 0


def test_whatever_the_other_seat_does_the_lesson_comes_to_an_end() -> None:
    rng = random.Random(3)
    for _ in range(50):
        game, done = taught(lambda game: rng.choice(game.legal_actions()))
        assert game.is_over
        assert len(done) < 200
