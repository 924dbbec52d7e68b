"""`hint` at the terminal, and what the terminal says while the bots are being compiled."""

import re

import pytest
from rich.console import Console

from tests.cli.test_play import LegalPlayer, lines_reader, output_of, screen, started, started_with, table_of
from whistlestop import kernels
from whistlestop.actions.action import Action
from whistlestop.bots import registry
from whistlestop.bots.analyse import Judgement, analyse
from whistlestop.bots.random_bot import RandomBot
from whistlestop.bots.reasons import TEXTS, Reason
from whistlestop.cli import play
from whistlestop.cli.hint_text import HINTS_SHOWN, hint_table, reason_text
from whistlestop.cli.names import Names
from whistlestop.cli.play import Session

TABLES = [("usa", 2), ("san-francisco", 3)]


class Compilation:
    """The bots' compilation, as far as the terminal can see."""

    is_done = has_failed = False
    progress = kernels.Progress(0.4, 25.2)


@pytest.fixture
def compilation(monkeypatch: pytest.MonkeyPatch) -> Compilation:
    compilation = Compilation()
    monkeypatch.setattr(kernels, "is_compiled", lambda *_: compilation.is_done)
    monkeypatch.setattr(kernels, "has_failed", lambda: compilation.has_failed)
    monkeypatch.setattr(kernels, "progress", lambda *_: compilation.progress)
    return compilation


def words(console: Console) -> str:
    return " ".join(output_of(console).split())


def printed(names: Names, judgements: list[Judgement]) -> str:
    console = screen()
    console.print(hint_table(names, judgements), highlight=False)
    return output_of(console)


def test_hint_shows_the_best_actions_with_chance_margin_and_reason(
    compilation: Compilation, monkeypatch: pytest.MonkeyPatch
) -> None:
    compilation.is_done = True
    monkeypatch.setattr(play, "HINT_SECONDS", 0.05)
    session, console = started()
    before = session.game.position()
    session.execute("hint")
    rows = re.findall(r"^(?:draw|claim) .* \d+% +[+-]\d+ .*\w", output_of(console), re.MULTILINE)
    assert 3 <= len(rows) <= HINTS_SHOWN
    assert "simulated to the end" in words(console)
    assert session.game.position() == before


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_hints_have_names_for_people_and_fit_the_screen(map: str, players: int) -> None:
    table = table_of(map, players)
    ids = re.compile(r"\w/\w|#2|\bwild\b|\w-\w+-\w")
    while (seat := table.game.to_play) is not None:
        action = table.game.legal_actions()[0]
        if seat == table.seat and (table.game.version % 5 == 0 or table.game.phase == "keep-tickets"):
            judgements = analyse(table.view, playouts=24, board=table.game.board)
            text = printed(table.names, judgements)
            assert not ids.search(text), text
            assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
            action = judgements[0].action
        table.game.apply(action)


def test_reasons_use_the_words_of_the_map() -> None:
    names = table_of("san-francisco", 3).names
    sample = {
        "route": "alcatraz/pier-39",
        "pieces": "3",
        "wilds": "1",
        "location": "pier-39",
        "card": "wild",
        "left": "1",
    }
    other = next(seat for seat in range(3) if seat != names.me)
    assert reason_text(names, Reason("ferry", sample)) == "Alcatraz–Pier 39 needs 1 ferry"
    assert reason_text(names, Reason("takes-room", sample)) == "leaves 1 cable car, but the plan needs 3 cable cars"
    assert reason_text(names, Reason("off-plan", sample)) == "the plan does not go to Pier 39"
    assert reason_text(names, Reason("in-the-way", {"seat": str(other)})).startswith(f"blocks Seat {other} (random)")
    assert set(TEXTS) >= {"ferry", "takes-room", "off-plan", "in-the-way"}


def test_two_tracks_of_a_double_route_are_one_hint() -> None:
    names = table_of().names
    tracks = [Action("claim", route=f"atlanta/raleigh{mark}", payment=(("red", 2),)) for mark in ("", "#2")]
    text = printed(names, [Judgement(action, 0.5, 0.1, -1.5, (Reason("planned", {}),), (), 10) for action in tracks])
    assert text.count("claim Atlanta–Raleigh for 2 red") == 1
    assert "50%" in text
    assert "From 20 games" in text


def test_without_kernels_hint_says_so_and_tells_when_it_works(compilation: Compilation) -> None:
    session, console = started_with({"red": 3}, "hint", "hand", "d")
    session.choose()
    text = words(console)
    bar = "████████░░░░░░░░░░░░ 40%, about 25 s left"
    assert f"No hints yet: the bots that find them are being compiled: {bar}." in text
    assert f"The bots are being compiled, once: {bar}; until then there are no hints." in text
    compilation.is_done = True
    assert session.table.compilation.line() == "The bots are compiled: hint works now."
    assert session.table.compilation.line() is None


def test_a_failed_compilation_is_told_with_what_to_do(compilation: Compilation) -> None:
    compilation.has_failed = True
    session, console = started_with({"red": 3}, "hint", "d")
    session.choose()
    assert "No hints: the bots could not be compiled. Run `whistlestop compile` to see why." in words(console)


def test_the_stand_in_is_announced_and_so_is_who_takes_over(
    compilation: Compilation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.BOTS, "expert", RandomBot)  # whoever it is: this is about the words
    table, console = table_of("usa", 3, seed=8, bots=("expert", "random")), screen(width=200)
    player = LegalPlayer(table, seed=4)
    asked = 0

    def reader(prompt: str) -> str:
        nonlocal asked
        asked += 1
        compilation.is_done = asked >= 8
        return "quit" if asked == 12 else player(prompt)

    Session(table, None, console, reader).run()
    text = output_of(console)
    line = "being compiled, once: ████████░░░░░░░░░░░░ 40%, about 25 s left; until then hard plays for expert."
    assert 3 <= text.count(line) <= 8
    assert text.count("The bots are compiled: expert will play from now on.") == 1
    assert "random" not in "".join(line for line in text.splitlines() if "compiled" in line)


def test_a_failure_is_told_once_and_the_stand_in_goes_on(compilation: Compilation) -> None:
    table, console = table_of("san-francisco", 2, bots=("expert",)), screen(width=200)
    compilation.has_failed = True
    Session(table, None, console, LegalPlayer(table, seed=1)).run()
    assert table.game.is_over
    assert output_of(console).count("could not be compiled, so hard plays for expert. Run `whistlestop compile`") == 1


def test_nothing_is_said_if_the_bots_are_compiled(compilation: Compilation) -> None:
    compilation.is_done = True
    table, console = table_of("usa", 2, bots=("hard",)), screen()
    Session(table, None, console, lines_reader("all", "d", "d", "quit")).run()
    assert "compiled" not in output_of(console)
