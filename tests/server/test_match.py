"""A match as the fold of its log: sitting down, opening tickets, clocks, votes, undo."""

import json
import random

import pytest

from tests.server.table_of_friends import Table, running_table, table
from whistlestop.bots import make_bot
from whistlestop.server.play import decide
from whistlestop.server.play.clocks import Patience
from whistlestop.server.play.entries import Downtime, TakeOver, read_entry
from whistlestop.server.play.messages import Feed
from whistlestop.server.play.refusal import Refusal
from whistlestop.server.play.table_view import table_of

PATIENCE = Patience()


def refusal(call: object, *args: object, **fields: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call(*args, **fields)  # type: ignore[operator]
    return caught.value


def past_opening(seats: str = "pp", seed: int = 5, **settings: object) -> Table:
    """In the middle of a game: a turn begins."""
    result = running_table(seats, seed, **settings)
    result.choose_opening_tickets()
    rng = random.Random(1)
    while result.match.game is not None and result.match.game.phase != "turn":
        result.play_on(1, rng)
    return result


def drawn_until_claim(result: Table) -> tuple[int, str]:
    """Play on until somebody can claim; who, and what."""
    for _ in range(60):
        (seat,) = result.match.awaited
        legal = result.legal(seat)
        if claims := [action for action in legal if action.startswith("claim")]:
            return seat, claims[0]
        result.act(seat, "draw deck" if "draw deck" in legal else legal[0])
    raise AssertionError("nobody could claim")


def test_the_game_can_begin_when_all_sit() -> None:
    friends = table("ppb")
    friends.sit(0)
    assert not friends.match.can_begin
    friends.sit(1)
    assert friends.match.can_begin
    assert friends.match.wake_at == friends.match.at


def test_only_the_host_begins_early_and_bots_take_the_empty_seats() -> None:
    friends = table("ppp")
    friends.sit(0)
    friends.sit(2)
    assert refusal(friends.say, 2, "begin").code == "not-the-host"
    friends.say(0, "begin", fill="easy")
    assert friends.match.status == "running"
    assert friends.match.seats[1].is_bot
    assert refusal(friends.sit, 1).code == "seat-taken"


def test_opening_tickets_are_chosen_at_the_same_time_and_seen_by_nobody_before_all_have() -> None:
    friends = running_table("ppp")
    assert friends.match.awaited == [0, 1, 2]
    before = Feed().view(friends.match, 0, 0.0)
    version = friends.match.version
    friends.act(2, friends.legal(2)[0])
    own = json.loads(Feed().view(friends.match, 2, 0.0))
    assert own["choice"]
    assert own["view"]["legal_actions"] == []
    friends.say(1, "act", version=version, action=friends.legal(1)[0])  # another's choice makes none stale
    assert friends.match.awaited == [0]
    assert friends.match.game is not None
    assert friends.match.game.version == 0
    assert b'"kept"' not in Feed().view(friends.match, 0, 0.0)
    assert b'"kept"' not in before
    friends.act(0, friends.legal(0)[0])
    assert friends.match.game.version == 3
    assert Feed().view(friends.match, 0, 0.0).count(b'"kept"') == 3


def test_bots_of_every_seat_can_choose_their_opening_tickets() -> None:
    """The bots that look ahead set up the position that they are shown."""
    friends = running_table("ppbb", map="usa")
    for seat in (3, 2):
        assert friends.match.game is not None
        view = friends.match.game.view(seat)
        choice = make_bot("planner", friends.match.board, seed=1).choose(view)
        friends.play(seat, str(choice))
    assert friends.match.awaited == [0, 1]


def test_a_chosen_opening_ticket_can_be_taken_back_while_others_choose() -> None:
    friends = running_table("pp")
    friends.act(1, friends.legal(1)[0])
    assert refusal(friends.act, 1, friends.legal(0)[0]).code == "already-chosen"
    friends.say(1, "undo")
    assert friends.match.awaited == [0, 1]
    other = friends.legal(1)[1]
    friends.act(1, other)
    assert str(friends.match.choice(1)) == other


def test_an_action_chosen_before_the_game_changed_is_stale() -> None:
    friends = past_opening()
    (seat,) = friends.match.awaited
    version = friends.match.version
    friends.say(1 - seat, "pace", pace="slow")
    friends.say(seat, "act", version=version, action="draw deck")  # the pace changes no game
    assert refusal(friends.say, seat, "act", key="new", version=version, action="draw deck").code == "stale"
    ahead = friends.match.version + 1
    assert refusal(friends.say, seat, "act", key="new", version=ahead, action="draw deck").code == "stale"


def test_an_action_sent_twice_is_done_once() -> None:
    friends = past_opening()
    (seat,) = friends.match.awaited
    assert friends.act(seat, "draw deck", key="once") is not None
    version = friends.match.version
    assert friends.act(seat, "draw deck", key="once") is None
    assert friends.match.version == version


def test_errors_name_the_rule() -> None:
    friends = past_opening()
    (seat,) = friends.match.awaited
    assert refusal(friends.act, 1 - seat, "draw deck").rule == "R2.1"
    assert refusal(friends.act, seat, "claim nowhere/elsewhere red:1").code == "illegal-action"
    illegal = refusal(friends.act, seat, "keep alcatraz/painted-ladies")
    assert illegal.rule
    assert illegal.rule in illegal.message


def test_undo_needs_everybodys_consent() -> None:
    friends = past_opening("ppp")
    seat, claim = drawn_until_claim(friends)
    before = friends.match.game.position() if friends.match.game else None
    friends.act(seat, claim)
    others = [other for other in range(3) if other != seat]
    assert refusal(friends.say, others[0], "undo").code == "no-undo"
    friends.say(seat, "undo")
    friends.say(others[0], "answer-undo", agree=True)
    assert friends.match.game is not None
    assert friends.match.game.position() != before
    change = friends.say(others[1], "answer-undo", agree=True)
    assert change is not None
    assert change.is_rewritten
    assert friends.match.game.position() == before


def test_one_refusal_ends_an_undo() -> None:
    friends = past_opening("pp")
    seat, claim = drawn_until_claim(friends)
    friends.act(seat, claim)
    friends.say(seat, "undo")
    friends.say(1 - seat, "answer-undo", agree=False)
    assert friends.match.undo is None
    assert friends.match.game is not None
    assert friends.match.undoable is not None


def test_against_bots_undo_is_at_will() -> None:
    friends = past_opening("pb")
    for _ in range(80):
        if friends.match.bots_awaited():
            friends.move_bot()
            continue
        claims = [action for action in friends.legal(0) if action.startswith("claim")]
        if claims:
            break
        friends.act(0, "draw deck")
    before = friends.match.game.position() if friends.match.game else None
    friends.act(0, claims[0])
    friends.say(0, "undo")
    assert friends.match.game is not None
    assert friends.match.game.position() == before


@pytest.mark.parametrize("action", ["draw deck", "tickets"])
def test_what_revealed_a_card_or_a_ticket_stays(action: str) -> None:
    friends = past_opening("pb")
    while friends.match.bots_awaited():
        friends.move_bot()
    friends.act(0, action)
    assert refusal(friends.say, 0, "undo").code == "no-undo"


def test_who_left_is_replaced_by_vote_and_gets_the_seat_back() -> None:
    friends = past_opening("ppp")
    (seat,) = friends.match.awaited
    others = [other for other in range(3) if other != seat]
    assert refusal(friends.say, others[0], "vote", seat=seat).code == "too-early"
    friends.say(seat, "leave")
    friends.say(others[0], "vote", seat=seat)
    assert not friends.match.bots_awaited()
    friends.say(others[1], "vote", seat=seat)
    assert friends.match.bots_awaited() == [seat]
    friends.sit(seat)
    assert not friends.match.bots_awaited()
    assert friends.match.seats[seat].is_present


def kept_waiting(seats: str = "pp", **settings: object) -> tuple[Table, int, list[int]]:
    """A table whose people may vote about the one who is awaited; who that is, and the others."""
    friends = past_opening(seats, **settings)
    (seat,) = friends.match.awaited
    friends.now = friends.match.clocks.vote_at(seat)
    return friends, seat, [other for other in range(len(seats)) if other != seat]


def test_who_keeps_the_table_waiting_can_be_voted_about_and_is_told_before_a_bot_plays() -> None:
    friends, seat, (other,) = kept_waiting()
    friends.say(other, "vote", seat=seat)
    bot_plays_at = friends.now + PATIENCE.notice
    assert table_of(friends.match, friends.now)["take_overs"] == {str(seat): bot_plays_at}
    assert not friends.match.bots_awaited()
    assert friends.match.wake_at == bot_plays_at
    assert friends.match.overdue() == [(bot_plays_at, seat)]
    friends.enter(TakeOver(seat))
    assert friends.match.bots_awaited() == [seat]
    assert table_of(friends.match, friends.now)["take_overs"] == table_of(friends.match, friends.now)["votes"] == {}
    assert refusal(friends.act, seat, "draw deck").code == "bot-plays"


@pytest.mark.parametrize("sign", ["stay", "act"])
def test_who_is_voted_about_and_gives_a_sign_plays_on(sign: str) -> None:
    friends, seat, (other,) = kept_waiting()
    friends.say(other, "vote", seat=seat)
    friends.now += PATIENCE.notice / 2
    friends.act(seat, "draw deck") if sign == "act" else friends.say(seat, "stay")
    assert friends.match.overdue() == []
    assert friends.match.votes == {}


def test_who_says_that_they_are_there_has_the_others_patience_anew() -> None:
    friends, seat, (other,) = kept_waiting()
    friends.say(other, "vote", seat=seat)
    friends.say(seat, "stay")
    friends.now += PATIENCE.absence - 1
    assert refusal(friends.say, other, "vote", seat=seat).code == "too-early"
    friends.now += 1
    friends.say(other, "vote", seat=seat)
    assert friends.match.take_overs
    assert friends.say(other, "stay") is None  # nobody votes about them


@pytest.mark.parametrize(
    ("clock", "wait"),
    [
        ({"per": "none"}, PATIENCE.absence),
        ({"per": "move", "seconds": 60}, PATIENCE.absence),
        ({"per": "move", "seconds": 24 * 3600}, 12 * 3600),
        ({"per": "game", "seconds": 3600}, 1800),
    ],
)
def test_nobody_is_voted_about_before_half_of_their_time_has_gone(clock: dict[str, object], wait: float) -> None:
    friends = past_opening("pp", clock=clock)
    (seat,) = friends.match.awaited
    (awaited,) = table_of(friends.match, friends.now)["awaited"]
    assert awaited["vote_at"] == awaited["since"] + wait
    friends.now = awaited["vote_at"] - 1
    assert refusal(friends.say, 1 - seat, "vote", seat=seat).code == "too-early"
    friends.now = awaited["vote_at"]
    friends.say(1 - seat, "vote", seat=seat)


def test_when_the_last_other_voter_leaves_the_votes_are_counted_again() -> None:
    friends, seat, (first, second) = kept_waiting("ppp")
    friends.say(first, "vote", seat=seat)
    assert not friends.match.take_overs
    friends.say(second, "leave")
    assert friends.match.take_overs
    friends.sit(second)  # and has not voted
    assert not friends.match.take_overs


def test_a_vote_of_a_log_from_before_there_was_notice_counts_at_once() -> None:
    friends, seat, (other,) = kept_waiting()
    friends.enter(read_entry("vote", f'{{"seat":{other},"about":{seat}}}'))
    assert friends.match.bots_awaited() == [seat]


def test_notice_stands_still_while_no_server_is_there() -> None:
    friends, seat, (other,) = kept_waiting()
    friends.say(other, "vote", seat=seat)
    friends.enter(Downtime(100.0))
    assert friends.match.overdue() == [(friends.now + 100 + PATIENCE.notice, seat)]


def test_a_clock_per_move_runs_for_a_whole_turn() -> None:
    friends = past_opening("pp", clock={"per": "move", "seconds": 30})
    (seat,) = friends.match.awaited
    began = friends.now
    assert friends.match.wake_at == began + 30
    friends.now += 10
    friends.act(seat, "draw deck")
    assert friends.match.awaited == [seat]
    assert friends.match.wake_at == began + 30
    friends.now += 5
    friends.act(seat, "draw deck")
    assert friends.match.wake_at == friends.now + 30


def test_a_clock_per_game_adds_up_and_leaves_overtime() -> None:
    friends = past_opening("pp", clock={"per": "game", "seconds": 100})
    (seat,) = friends.match.awaited
    friends.now += 95
    friends.act(seat, "draw deck")
    friends.act(seat, "draw deck")
    assert friends.match.clocks.spent[seat] == pytest.approx(95)
    (other,) = friends.match.awaited
    friends.act(other, "draw deck")
    friends.act(other, "draw deck")
    assert friends.match.wake_at == friends.now + 20  # 5 s are left, but every turn gets some time


def test_when_time_is_up_a_bot_plays_until_the_person_is_back() -> None:
    friends = past_opening("pp", clock={"per": "move", "seconds": 30})
    (seat,) = friends.match.awaited
    friends.now += 31
    friends.enter(TakeOver(seat))
    assert friends.match.bots_awaited() == [seat]
    friends.now += 100
    friends.say(seat, "return")
    assert friends.match.wake_at == friends.now + 20
    friends.now += 21
    friends.enter(TakeOver(seat))
    friends.say(seat, "return")  # nobody can hold up a table by coming back again and again
    assert friends.match.wake_at == friends.now - 1


def test_choosing_tickets_and_taking_them_back_wins_no_time() -> None:
    friends = running_table("pp", clock={"per": "move", "seconds": 30})
    began = friends.now
    for _ in range(3):
        friends.now += 5
        friends.act(0, friends.legal(0)[0])
        friends.now += 5
        friends.say(0, "undo")
    assert friends.match.clocks.deadline(0) == began + 30
    assert friends.match.clocks.spent[0] == pytest.approx(15)


def test_leaving_before_the_game_empties_the_seat() -> None:
    friends = table("pp", public=True)
    friends.sit(0)
    friends.sit(1)
    friends.say(1, "leave")
    assert friends.match.vacant_seats == [1]
    assert friends.match.is_joinable
    assert not friends.match.can_begin


def test_a_seat_left_at_a_public_table_is_open_to_all() -> None:
    friends = past_opening("pp", public=True)
    assert not friends.match.is_joinable
    friends.say(1, "leave")
    assert friends.match.is_joinable


@pytest.mark.parametrize(("seats", "map"), [("pp", "san-francisco"), ("pbpp", "usa")])
def test_the_log_alone_makes_the_same_match(seats: str, map: str) -> None:
    friends = running_table(seats, map=map, clock={"per": "move", "seconds": 60})
    rng = random.Random(7)
    while friends.match.awaited:
        friends.now += rng.random()
        if friends.match.bots_awaited():
            friends.move_bot()
        else:
            friends.play_on(1, rng)
        if friends.match.undoable is not None and rng.random() < 0.1 and not friends.match.undo:
            asker = friends.match.undoable.seat
            if not friends.match.seats[asker].is_bot:
                friends.say(asker, "undo")
                for other in friends.match.persons:
                    friends.say(other, "answer-undo", agree=rng.random() < 0.8)
    again = friends.reloaded()
    assert friends.match.game is not None
    assert again.game is not None
    assert again.game.record() == friends.match.game.record()
    assert table_of(again, 0.0) == table_of(friends.match, 0.0)
    for viewer in (*range(len(seats)), None):
        assert Feed().view(again, viewer, 0.0) == Feed().view(friends.match, viewer, 0.0)


def test_a_log_from_when_emotes_were_entries_still_loads() -> None:
    friends = past_opening()
    (seat,) = friends.match.awaited
    friends.enter(read_entry("emote", '{"seat":0,"emote":"wow"}'))
    friends.act(seat, "draw deck")
    again = friends.reloaded()
    assert again.version == friends.match.version
    assert Feed().view(again, seat, 0.0) == Feed().view(friends.match, seat, 0.0)


def test_a_log_that_talk_has_made_long_takes_moves_only(monkeypatch: pytest.MonkeyPatch) -> None:
    friends = past_opening()
    (seat,) = friends.match.awaited
    monkeypatch.setattr(decide, "LONGEST_LOG", friends.match.version + 2)
    friends.say(seat, "pace", pace="slow")
    friends.say(seat, "pace", pace="fast")
    for type, fields in {"pace": {"pace": "slow"}, "leave": {}, "undo": {}, "vote": {"seat": 0}}.items():
        assert refusal(friends.say, seat, type, **fields).code == "log-full"
    assert friends.act(seat, "draw deck") is not None
