"""Prompts: what a seat may know and nothing else, all that it has to know, and never longer than allowed."""

import pytest

from tests.tables import TABLES, played
from whistlestop import Game, View, load_board
from whistlestop.envs.text import BudgetTooSmall, Prompter, estimate_tokens, static_part
from whistlestop.envs.text.state_part import action_lines, history_lines


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whatever_is_hidden_from_a_seat_does_not_change_its_prompt(name: str, players: int) -> None:
    prompter, changed = Prompter(load_board(name), players), 0
    for seed in range(8):
        game = played(name, players, seed, 3 + 35 * seed)
        for seat in range(players):
            other = game.determinize(seat, seed=seed)
            assert prompter.prompt(other.view(seat)) == prompter.prompt(game.view(seat))
            changed += other.position() != game.position()
    assert changed > 8


def test_the_prompt_of_another_seat_is_another() -> None:
    """Else the law above would hold for a prompt that says nothing."""
    game = played("usa", 3, 1, 60)
    prompter = Prompter(game.board, 3)
    assert len({prompter.prompt(game.view(seat)).state for seat in range(3)}) == 3


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_prompt_names_every_route_ticket_and_legal_action(name: str, players: int) -> None:
    board = load_board(name)
    static = static_part(board, players)
    for route in board.map.routes:
        assert f"\n{route.id} {route.length} {'+'.join(route.colors)}" in static
    for ticket in board.map.tickets:
        assert f"\n{ticket.id} {ticket.points}\n" in static
    for seed in range(6):
        game = played(name, players, seed, 12 * seed)
        view = game.view(game.to_play or 0)
        assert sorted(listed_actions(view)) == sorted(view["legal_actions"])


def listed_actions(view: View) -> list[str]:
    """Each action that the lines of a prompt offer."""
    listed = []
    for line in action_lines(view):
        first, *others = line.split(" | ")
        listed += [first, *(f"{first.rpartition(' ')[0]} {payment}" for payment in others)]
    return listed


def test_every_card_ticket_and_route_that_a_seat_sees_is_in_its_state() -> None:
    game = played("san-francisco", 3, 4, 90)
    view = game.view(game.to_play or 0)
    state = Prompter(game.board, 3).prompt(view).state
    for card, count in view["hand"].items():
        assert f"{card}:{count}" in state.split("Your hand: ")[1].splitlines()[0]
    for ticket in view["tickets"]:
        assert f"{ticket['id']} {ticket['points']} {'complete' if ticket['is_complete'] else 'open'}" in state
    for route in view["claimed"]:
        assert route in state
    for place, stack in view["stacks"].items():
        assert f"{place} {stack['symbol']} x{stack['count']}" in state


def test_a_finished_game_says_who_won() -> None:
    game = played("amber-lake", 2, 1, 10_000)
    assert game.is_over
    state = Prompter(game.board, 2).prompt(game.view(0)).state
    assert f"Winner: seat {game.winners()[0]}" in state
    assert f"Score of seat 1: total {game.scores()[1]['total']}" in state
    assert "LEGAL ACTIONS" not in state


def test_a_total_of_nothing_is_told_too() -> None:
    game = played("amber-lake", 2, 1, 10_000)
    view = game.view(0)
    assert view["scores"]
    view["scores"][1] |= {"total": 0, "routes": 7, "tickets": -7, "longest_path": 0, "tokens": 0}
    assert "Score of seat 1: total 0, routes 7, tickets -7" in Prompter(game.board, 2).prompt(view).state


def long_game() -> Game:
    return played("usa", 4, 2, 260)


@pytest.mark.parametrize("budget", [3600, 4500, 100_000])
def test_a_prompt_stays_within_its_budget_and_keeps_the_latest_turns(budget: int) -> None:
    game = long_game()
    view = game.view(game.to_play or 0)
    prompt = Prompter(game.board, 4, budget).prompt(view)
    assert estimate_tokens(prompt.static) + estimate_tokens(prompt.state) == prompt.tokens <= budget
    history = history_lines(view)
    shown = prompt.state.split("oldest first\n")[1].split("\n\n")[0].splitlines()
    if budget == 100_000:
        assert shown == history
    else:
        assert shown[0] == f"({len(history) - len(shown) + 1} earlier turns are left out)"
        assert shown[1:] == history[len(history) - len(shown) + 1 :]
        one_more = estimate_tokens(f"{history[len(history) - len(shown)]}\n")
        assert prompt.tokens + one_more > budget  # no turn is left out that would have fitted


def test_payments_are_left_out_before_a_prompt_is_refused() -> None:
    game = Game.from_position(rich_hand())
    view = game.view(0)
    whole = Prompter(game.board, 2, 100_000).prompt(view)
    short = Prompter(game.board, 2, whole.tokens - 1).prompt(view)
    assert "other payments are legal too" in short.state
    assert "denver/omaha purple:4\n" in f"{short.state}\n"
    assert "|" not in short.state
    with pytest.raises(BudgetTooSmall, match=f"needs {short.tokens}, without any history"):
        Prompter(game.board, 2, short.tokens - 1).prompt(view)


def rich_hand() -> dict[str, object]:
    position = Game("usa", players=2, seed=1).position()
    game = Game.from_position(position)
    while game.phase != "turn":
        game.apply(game.legal_actions()[0])
    position = game.position()
    seat, deck = position["seats"][0], position["deck"]
    for card in [*["purple"] * 5, *["wild"] * 4]:
        deck.remove(card)
        seat["hand"][card] = seat["hand"].get(card, 0) + 1
    return dict(position)


def test_a_tokenizer_of_one_s_own_is_used() -> None:
    game = long_game()
    prompt = Prompter(game.board, 4, 20_000, count_tokens=len).prompt(game.view(0))
    assert prompt.tokens == len(prompt.static) + len(prompt.state) <= 20_000


def test_a_spectator_has_no_prompt() -> None:
    game = Game("usa", players=2, seed=1)
    with pytest.raises(ValueError, match="spectator"):
        Prompter(game.board, 2).prompt(game.view(None))


def test_the_estimate_never_counts_a_sign_for_less_than_its_bytes() -> None:
    assert estimate_tokens("–") == 3
    assert estimate_tokens("a1b2") == 4
    assert estimate_tokens("ab\n\ncd") == 4
