"""The terminal game: whole games by script, every command, and nothing on the screen that the seat may not know."""

import io
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from whistlestop.actions.action import Action
from whistlestop.board import load_board
from whistlestop.bots import registry
from whistlestop.cli import player_input
from whistlestop.cli.flow import Flow
from whistlestop.cli.play import Session, TerminalGame, bots_for, play, play_command
from whistlestop.game import Game
from whistlestop.game.view import View

TABLES = [("usa", 2), ("usa", 3), ("san-francisco", 2), ("san-francisco", 4)]
LOOKING = ["look", "hand", "my", "board", "routes", "history", "history all", "help"]


def screen(width: int = 80) -> Console:
    return Console(file=io.StringIO(), width=width, color_system=None)


def output_of(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def lines_reader(*lines: str) -> Callable[[str], str]:
    """A reader that types these lines, and then closes the input."""
    left: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:  # noqa: ARG001
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


class LegalPlayer:
    """Types legal actions, each in one of the ways a person would."""

    def __init__(self, table: TerminalGame, seed: int) -> None:
        self.table = table
        self.random = random.Random(seed)
        self.phases: set[str] = set()

    def __call__(self, prompt: str) -> str:
        if "Save" in prompt:
            return "n"
        if "think again" in prompt:
            return "1"
        view = self.table.view
        self.phases.add(view["phase"])
        return self.spell(self.random.choice(view["legal_actions"]), view)

    def spell(self, action: str, view: View) -> str:
        return self.random.choice(self.spellings(action, view))

    def spellings(self, action: str, view: View) -> list[str]:
        """The action's text first, last by a number."""
        verb, *rest = action.split()
        spellings = [action, action.upper()]
        match verb:
            case "keep":
                spellings.append(" ".join(str(view["offered"].index(ticket) + 1) for ticket in rest))
            case "place":
                spellings.append(f"{rest[0]} {player_input.free_places(view).index(rest[1]) + 1}")
            case "take":
                spellings.append(str(view["token_choice"].index(rest[0]) + 1))
            case "draw":
                spellings.append("d" if rest == ["deck"] else str(view["face_up"].index(rest[0]) + 1))
            case "claim":
                spellings += [f"claim {rest[0]}", str(len(view["face_up"]) + 1)]
        return spellings


def table_of(map: str = "usa", players: int = 2, seed: int = 7, bots: tuple[str, ...] = ("random",)) -> TerminalGame:
    return TerminalGame(load_board(map), players, list(bots), seed)


def session_of(table: TerminalGame, *lines: str) -> tuple[Session, Console]:
    console = screen()
    return Session(table, None, console, lines_reader(*lines)), console


def started(map: str = "usa", players: int = 2, seed: int = 7) -> tuple[Session, Console]:
    """A session on whose screen nothing stands yet, at the player's first turn."""
    session, console = session_of(table_of(map, players, seed))
    while session.game.phase != "turn" or session.game.to_play != session.table.seat:
        session.game.apply(session.game.legal_actions()[0])
    return session, console


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_a_whole_game_is_played_to_the_score_table(map: str, players: int) -> None:
    table, console = table_of(map, players, seed=players), screen()
    player = LegalPlayer(table, seed=5)
    Session(table, None, console, player).run()
    text = output_of(console)
    assert table.game.is_over
    assert {"keep-tickets", "turn", "second-card"} <= player.phases
    assert "The game is over" in text
    assert re.search(r"(You win|Seat \d \(random\) wins|share the win) with -?\d+ points", text)
    for seat, score in enumerate(table.game.scores()):
        assert re.search(rf"^{re.escape(table.names.seat(seat))} .* {score['total']} *$", text, re.MULTILINE)
    assert not re.search(r"^R\d\.\d", text, re.MULTILINE), "a legal choice was refused"


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_no_line_is_wider_than_eighty_columns(map: str, players: int) -> None:
    table, console = table_of(map, players, seed=11), screen()
    Session(table, None, console, LegalPlayer(table, seed=2)).run()
    assert max(len(line.rstrip()) for line in output_of(console).splitlines()) <= 80


def test_the_colour_of_a_card_ends_with_the_card() -> None:
    console = Console(file=io.StringIO(), width=20, force_terminal=True, color_system="truecolor")
    console.print(Flow([Text(" 1 red ", style="on #ff0000")]))
    assert re.search(r"\x1b\[48;2;255;0;0m 1 red \x1b\[0m", output_of(console))


class EagerPlayer(LegalPlayer):
    """Claims where it gets to choose between two tokens, and saves cards for that; leaves when it has chosen."""

    def __call__(self, prompt: str) -> str:
        if "take-token" in self.phases:
            raise EOFError
        return super().__call__(prompt)

    def spell(self, action: str, view: View) -> str:
        wanted = [claim for claim in view["legal_actions"] if self.brings_a_choice(claim, view)]
        saved = [draw for draw in view["legal_actions"] if draw == "draw deck"]
        if wanted:
            return self.random.choice(wanted)
        return self.spellings(saved[0] if saved else action, view)[-1]

    def brings_a_choice(self, action: str, view: View) -> bool:
        verb, *rest = action.split()
        ends = rest[0].removesuffix("#2").split("/") if verb == "claim" else []
        symbols = {view["stacks"][end]["symbol"] for end in ends if end in view["stacks"]}
        return len(symbols - set(view["seats"][view["to_play"] or 0]["tokens"])) == 2


def test_tokens_are_placed_and_taken_by_number_at_a_san_francisco_table() -> None:
    phases: set[str] = set()
    for seed in range(40):
        table, console = table_of("san-francisco", 2, seed), screen()
        player = EagerPlayer(table, seed)
        Session(table, None, console, player).run()
        phases |= player.phases
        if {"place-tokens", "take-token"} <= phases:
            return
    pytest.fail(f"no game asked for both choices: {phases}")


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_what_a_seat_may_not_know_does_not_change_its_screen(map: str, players: int) -> None:
    table = table_of(map, players, seed=3)
    rng = random.Random(1)
    checked = 0
    while not table.game.is_over and checked < 12:
        table.game.apply(rng.choice(table.game.legal_actions()))
        if table.game.to_play != table.seat or rng.random() < 0.5:
            continue
        checked += 1
        texts = []
        truth = table.game
        for game in (truth, truth.determinize(table.seat, seed=checked)):
            table.game = game
            session, console = session_of(table)
            session.show_new_events()
            for command in LOOKING:
                session.execute(command)
            texts.append(output_of(console))
            table.shown_count = 0
        table.game = truth
        assert texts[0] == texts[1]
    assert checked == 12


class DeckBot:
    """Draws from the deck whenever it can: everything it gets is secret."""

    def choose(self, view: View) -> Action | str:
        return "draw deck" if "draw deck" in view["legal_actions"] else view["legal_actions"][0]


def test_cards_and_tickets_of_others_never_appear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BOTS, "deck", lambda board, seed: DeckBot())  # noqa: ARG005
    table, console = table_of("usa", 3, seed=8, bots=("deck",)), screen()
    turns = ["1 2", *["d", "d", *LOOKING] * 8]
    Session(table, None, console, lines_reader(*turns)).run()
    text = output_of(console)
    drawn = re.findall(r"Seat \d \(deck\) drew (.*)\.", text)
    assert len(drawn) > 10
    assert set(drawn) == {"2 cards from the deck"}
    position, view = table.game.position(), table.view
    mine = {ticket["id"] for ticket in view["tickets"]} | {ticket for ticket in view["ticket_deck"] if ticket}
    theirs = {ticket for seat in table.bots for ticket in position["seats"][seat]["tickets"]}
    secret = theirs - mine - set(table.game.board.route_ids)
    assert secret
    assert not [ticket for ticket in secret if table.names.pair(ticket) in text]


def test_every_bots_turn_is_told_in_one_line() -> None:
    table, console = table_of("usa", 3, seed=8), screen(width=200)
    Session(table, None, console, LegalPlayer(table, seed=4)).run()
    turns = sum(event.name == "end-turn" and event.seat != table.seat for event in table.game.history)
    output = re.findall(r"^Seat \d \(random\) (?:drew|claimed|passed)", output_of(console), re.MULTILINE)
    assert len(output) == turns


def test_the_turn_screen_shows_row_hand_tickets_opponents_and_routes() -> None:
    session, console = started()
    session.execute("look")
    text, view = output_of(console), session.table.view
    for card in (*view["face_up"], *view["hand"]):
        assert session.names.card(str(card)) in text
    assert f"deck {view['deck_count']} · discards" in text
    for ticket in view["tickets"]:
        assert session.names.pair(ticket["id"]) in text
        assert "trains to go" in text
    assert f"{session.names.seat(1 - session.table.seat)} " in text
    assert session.names.pair(player_input.open_routes(session.game.board, view)[0].route) in text


def test_the_final_round_has_a_banner() -> None:
    table = table_of("usa", 2, seed=1)
    rng = random.Random(0)
    while table.game.view(None)["turns_left"] is None or table.game.to_play != table.seat:
        table.game.apply(rng.choice(table.game.legal_actions()))
        if table.game.is_over:
            pytest.fail("the seat had no turn in the final round")
    session, console = session_of(table)
    session.show_new_events()
    session.execute("look")
    assert "FINAL ROUND, triggered by" in output_of(console)
    if table.game.phase == "turn":
        assert "FINAL ROUND: this is your last turn." in output_of(console)


def test_help_speaks_the_words_of_the_map() -> None:
    session, console = started("san-francisco")
    session.execute("?")
    text = " ".join(output_of(console).split())
    assert "one transportation card and one cable car for each space" in text
    assert "claim ROUTE" in text
    assert "hint what a strong bot" in text
    assert "locomotive" not in text


def test_undo_is_refused_politely_and_changes_nothing() -> None:
    session, console = started()
    before = session.game.version
    session.execute("undo")
    assert "can't be unseen" in " ".join(output_of(console).split())
    assert session.game.version == before


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("clam 7", "Did you mean 'claim'?"),
        ("draw pink", "USA has no colour 'pink'"),
        ("claim omaha/mars", "USA has no route 'mars/omaha'"),
        ("claim new-york/boston yellow:9", "R3.1"),
        ("claim portland/san-francisco", "R3.1"),
        ("pass", "R5.1"),
        ("keep boston/miami", "R2.1"),
        ("0", "There is no 0 in the list"),
        ("999", "There is no 999 in the list"),
        ("save", "save needs a file name"),
    ],
)
def test_what_cannot_be_done_is_explained_and_asked_again(line: str, answer: str) -> None:
    session, console = started()
    before = session.game.position()
    session.execute(line)
    assert answer in " ".join(output_of(console).split())
    assert session.game.position() == before


def test_a_claim_without_payment_keeps_the_wilds() -> None:
    session, _ = started_with({"red": 3, "wild": 2})
    session.execute("claim helena/denver")  # 4 green
    assert session.game.view(None)["claimed"] == {}
    session.execute("claim el-paso/dallas")  # 4 red: three red and one wild are the cheapest
    assert session.table.view["hand"] == {"wild": 1}


def test_a_grey_claim_asks_which_colour_and_enter_cancels() -> None:
    session, console = started_with({"red": 2, "blue": 2}, "", "2")
    session.execute("claim raleigh/atlanta")
    assert "How do you pay for Atlanta–Raleigh?" in output_of(console)
    assert "Nothing claimed." in output_of(console)
    session.execute("claim raleigh/atlanta")
    assert sum(session.table.view["hand"].values()) == 2
    assert list(session.table.view["claimed"]) == ["atlanta/raleigh"]


def started_with(hand: dict[str, int], *lines: str) -> tuple[Session, Console]:
    """A first turn with exactly these cards; those they replace go under the deck."""
    session, _ = started()
    table = session.table
    position = table.game.position()
    seat = position["seats"][table.seat]
    for card, count in seat["hand"].items():
        position["deck"] += [card] * count
    for card, count in hand.items():
        for _ in range(count):
            position["deck"].remove(card)
    seat["hand"] = dict(hand)
    table.game = Game.from_position(position, seed=1)
    return session_of(table, *lines)


def test_the_cheapest_payments_come_first_in_the_list() -> None:
    session, _ = started_with({"red": 3, "wild": 2})
    routes = {choice.route: choice for choice in player_input.open_routes(session.game.board, session.table.view)}
    assert routes["dallas/el-paso"].cheapest == ("red:3,wild:1",)
    assert routes["dallas/el-paso"].payments == ("red:3,wild:1", "red:2,wild:2")
    assert "atlanta/raleigh#2" not in routes, "equal tracks are one choice"


def test_tab_completes_verbs_routes_payments_cards_and_tickets() -> None:
    session, _ = started_with({"red": 3, "wild": 2})
    view = session.table.view
    assert player_input.completions("cl", view) == ["claim"]
    assert player_input.completions("hi", view) == ["hint", "history"]
    assert "dallas/el-paso" in player_input.completions("claim ", view)
    assert player_input.completions("claim el-pa", view)
    assert player_input.completions("claim dallas/el-paso ", view) == ["red:3,wild:1", "red:2,wild:2"]
    assert "deck" in player_input.completions("draw ", view)
    opening = Game("usa", players=2, seed=1).view(0)
    first, second, third = opening["offered"]
    assert player_input.completions("keep ", opening) == [first, second, third]
    assert player_input.completions(f"keep {second} ", opening) == [first, third]


def test_completion_is_silent_while_a_file_name_is_asked() -> None:
    session, _ = started()
    session.table.is_choosing = False
    assert session.table.completions("") == []
    session.table.is_choosing = True
    assert "draw" in session.table.completions("")


def test_save_writes_a_record_that_replays_and_never_overwrites_silently(tmp_path: Path) -> None:
    file = tmp_path / "My Game.record"
    session, console = started()
    session.execute(f"save {file}")
    assert Game.from_record(file.read_text(encoding="utf-8")).position() == session.game.position()
    file.write_text("precious", encoding="utf-8")
    again, console = session_of(session.table, "n", "y")
    again.execute(f"save {file}")
    assert file.read_text(encoding="utf-8") == "precious"
    assert "Nothing saved." in output_of(console)
    again.execute(f"save {file}")
    assert file.read_text(encoding="utf-8") == session.game.record()


def test_a_place_that_cannot_be_written_is_no_crash(tmp_path: Path) -> None:
    session, console = started()
    session.execute(f"save {tmp_path / 'nowhere' / 'game.record'}")
    assert "can't be written" in " ".join(output_of(console).split())


def test_quit_offers_to_save(tmp_path: Path) -> None:
    file, console = tmp_path / "left.record", screen()
    taken = tmp_path / "taken.record"
    taken.write_text("precious", encoding="utf-8")
    reader = lines_reader("quit", "y", str(taken), "n", str(file))
    play("usa", 2, ["random"], 7, None, console=console, reader=reader)
    assert taken.read_text(encoding="utf-8") == "precious"
    assert Game.from_record(file.read_text(encoding="utf-8")).seed == 7


@pytest.mark.parametrize("signal", [EOFError, KeyboardInterrupt])
def test_a_closed_input_or_ctrl_c_leaves_without_saving(signal: type[BaseException], tmp_path: Path) -> None:
    def reader(prompt: str) -> str:  # noqa: ARG001
        raise signal

    console = screen()
    play("san-francisco", 2, ["random"], 7, None, console=console, reader=reader)
    assert "The record was not saved." in output_of(console)
    assert not list(tmp_path.iterdir())


def test_a_record_path_is_written_at_the_end_without_asking(tmp_path: Path) -> None:
    file, console = tmp_path / "game.record", screen()
    play("usa", 2, ["random"], 7, file, console=console, reader=lines_reader("all", "quit"))
    assert len(Game.from_record(file.read_text(encoding="utf-8")).actions) >= 1
    with pytest.raises(FileExistsError):
        play("usa", 2, ["random"], 7, file, console=console, reader=lines_reader())


def test_the_same_seed_sets_the_same_table() -> None:
    tables = [table_of("usa", 4, seed) for seed in (5, 5)]
    assert tables[0].seat == tables[1].seat
    assert len({table_of("usa", 4, seed).seat for seed in range(20)}) == 4, "R1.3: who begins is drawn"


def test_bots_are_named_once_for_all_or_once_for_each_seat() -> None:
    assert bots_for([0, 2], ["random"]) == ["random", "random"]
    with pytest.raises(ValueError, match="not 3"):
        bots_for([0, 2], ["random"] * 3)


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    app.command()(play_command)
    return app


def test_the_command_plays_from_a_pipe(app: typer.Typer) -> None:
    arguments = ["--terminal", "--map", "san-francisco", "--players", "3", "--seed", "4", "--bot", "greedy"]
    result = CliRunner().invoke(app, arguments, input="help\nquit\nn\n")
    assert result.exit_code == 0, result.output
    assert "San Francisco in brief" in result.output
    assert "You leave the table." in result.output


def test_the_command_plays_against_medium_if_nobody_is_named(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["--terminal", "--seed", "4"], input="all\nquit\nn\n")
    assert result.exit_code == 0, result.output
    assert "(medium)" in result.output


def test_ctrl_c_while_a_bot_thinks_leaves_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: DeckBot, view: View) -> str:  # noqa: ARG001
        raise KeyboardInterrupt

    monkeypatch.setitem(registry.BOTS, "deck", lambda board, seed: DeckBot())  # noqa: ARG005
    monkeypatch.setattr(DeckBot, "choose", stop)
    console = screen()
    Session(table_of(bots=("deck",)), None, console, lines_reader("all")).run()
    assert "You leave the table." in output_of(console)


@pytest.mark.parametrize(
    "arguments", [["--map", "mars"], ["--players", "9"], ["--bot", "nobody"], ["--bot", "random", "--bot", "random"]]
)
def test_the_command_refuses_a_table_it_cannot_set(app: typer.Typer, arguments: list[str]) -> None:
    assert CliRunner().invoke(app, ["--terminal", *arguments]).exit_code == 2


@pytest.mark.parametrize("arguments", [["--seed", "0"], ["--map", "usa"], ["--bot", "hard"], ["--record", "a.record"]])
def test_what_only_the_terminal_can_do_is_refused_without_it(app: typer.Typer, arguments: list[str]) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert f"{arguments[0]} is for a game at the terminal: add --terminal" in result.output
