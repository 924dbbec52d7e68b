"""A model against our levels: rated, its mistakes counted, everything kept, and stopped runs that ask nothing twice."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.arena import scripted_model
from tests.arena.chat_server import chat_server
from whistlestop import Game, load_board
from whistlestop.arena.model_games import Model, answers_in, play_model_game
from whistlestop.arena.transcripts import read_lines
from whistlestop.cli.app import app
from whistlestop.envs.text import ModelUnavailable

BOARD = load_board("san-francisco")
SCRIPTED = Model("tests.arena.scripted_model:answer")
BOTS = [SCRIPTED.name, "greedy"]


def rate(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["rate", "--json", *arguments])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_an_endpoint_is_rated_and_everything_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    folder = tmp_path / "run"
    with chat_server() as server:
        command = ["--model", "scripted", "--base-url", server.url, "--against", "greedy,easy", "-n", "2"]
        rated = rate(*command, "--out", str(folder))
        asked = len(server.asked)
        again = rate(*command, "--out", str(folder))  # all of it is there already
        assert len(server.asked) == asked
        other = CliRunner().invoke(app, ["rate", *command, "--out", str(folder), "--attempts", "5"])
    assert "holds other games: model is" in " ".join(other.output.split())
    assert again == rated
    assert rated["is_complete"]
    assert rated["games"] == 4
    (standing,) = [bot for bot in rated["bots"] if bot["bot"] == "scripted"]
    low, high = standing["win_rate_interval"]
    assert 0 <= low <= standing["win_rate"] <= high <= 1
    assert standing["rating_interval"][0] < standing["rating_interval"][1]
    counts = rated["answers"]
    assert counts["answers"] == asked == counts["choices"] + counts["wrong"]
    assert counts["wrong"] == counts["unreadable"] > 0 == counts["forced"]
    assert counts["wrong_rate_interval"][0] < counts["wrong_rate"] < counts["wrong_rate_interval"][1]
    names = {f"{level}-00000-seat{seat}" for level in ("greedy", "easy") for seat in (0, 1)}
    assert {file.stem for file in (folder / "games").glob("*.record")} == names
    questions = 0
    for name in names:
        game = Game.from_record((folder / "games" / f"{name}.record").read_text())
        assert game.is_over
        first, *exchanges = read_lines(folder / "games" / f"{name}.jsonl")
        assert first["system"].startswith("You play one seat")
        assert exchanges[0]["messages"][0]["content"].startswith("STATE: you are seat")
        assert exchanges[0]["usage"] == {"prompt_tokens": 7, "completion_tokens": 3}
        questions += len(exchanges)
    assert questions == asked
    kept = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
    assert b"sk-very-secret" not in kept
    assert CliRunner().invoke(app, ["replay", str(folder), "--line-up", "1", "--seating", "1"]).exit_code == 0


def test_a_stopped_game_goes_on_without_asking_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "whole").mkdir()
    whole = play_model_game(SCRIPTED, tmp_path / "whole", BOARD, BOTS, 1, 0)
    asked: list[int] = []
    real = scripted_model.answer

    def stops_after(count: int) -> None:
        def answer(messages: list[dict[str, str]]) -> str:
            if len(asked) == count:
                raise ConnectionError("gone")
            asked.append(1)
            return real(messages)

        monkeypatch.setattr(scripted_model, "answer", answer)

    folder = tmp_path / "stopped"
    folder.mkdir()
    stops_after(9)
    with pytest.raises(ModelUnavailable, match=r"scripted_model:answer' failed: ConnectionError: gone"):
        play_model_game(SCRIPTED, folder, BOARD, BOTS, 1, 0)
    transcript = folder / "games" / "greedy-00000-seat0.jsonl"
    transcript.write_bytes(transcript.read_bytes() + b'{"version": 1')  # as if it was killed while writing
    assert answers_in(folder).games == 0
    stops_after(10_000)
    game = play_model_game(SCRIPTED, folder, BOARD, BOTS, 1, 0)
    assert game.record() == whole.record()
    counts = answers_in(folder).counts
    assert counts == answers_in(tmp_path / "whole").counts
    assert len(asked) == counts["answers"]


def test_a_model_that_never_answers_plays_by_lot_and_is_counted(tmp_path: Path) -> None:
    model = Model("tests.arena.scripted_model:nonsense", attempts=2)
    game = play_model_game(model, tmp_path, BOARD, [model.name, "greedy"], 1, 0)
    counts = answers_in(tmp_path).counts
    assert game.is_over
    assert counts["answers"] == counts["wrong"] == counts["unreadable"] == 2 * counts["choices"]
    assert counts["forced"] == counts["choices"] > 10
    first, second = read_lines(tmp_path / "games" / "greedy-00000-seat0.jsonl")[1:3]
    assert (first["is_forced"], second["is_forced"]) == (False, True)
    assert "I don't understand 'moon'" in second["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--model", "hard"], "the name of a bot of ours"),
        (["--model", "no.such:thing"], "can't be loaded as module:function"),
        (["--model", "m", "--base-url", "nowhere"], "not a base URL"),
        (["--model", SCRIPTED.name, "--budget", "900"], "--budget 900: A prompt of 900 tokens has no room"),
        (["--model", SCRIPTED.name, "--against", "heroes"], "There is no bot 'heroes'"),
        (["--model", "tests.arena.scripted_model:failing"], "failed: OSError: the model has crashed"),
    ],
)
def test_what_can_t_be_rated_is_refused(tmp_path: Path, arguments: list[str], said: str) -> None:
    command = ["rate", "--out", str(tmp_path / "run"), "-n", "1", "--against", "greedy", *arguments]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2
    assert said in result.output
