"""The law of updates: what a viewer has received, merged, is the whole view that it would get now."""

import asyncio
import json
import random
from collections import Counter

import pytest

from tests.server.client_state import ClientState, Message
from tests.server.table_of_friends import Table, blank_match, table
from whistlestop.server.play.decide import Decision
from whistlestop.server.play.entries import Emote, Entry, SetPace, TakeOver, read_entry
from whistlestop.server.play.match import Change, Match
from whistlestop.server.play.messages import Feed
from whistlestop.server.play.refusal import Refusal
from whistlestop.server.play.spectators import DelayedSpectators
from whistlestop.server.play.viewer import Viewer

GAMES = [("san-francisco", "pbp", 7), ("usa", "pp", 2), ("usa", "pppb", 3)]


class Audience:
    """Viewers of a table, of both protocols, who come and go. All of them hold messages to the law."""

    def __init__(self, match: Match, rng: random.Random) -> None:
        self.match = match
        self.rng = rng
        self.feed = Feed()
        self.places = [(seat, protocol) for seat in (*range(len(match.seats)), None) for protocol in (1, 2)]
        self.here: dict[tuple[int | None, int], ClientState] = {}
        self.sizes = Counter[int]()
        self.kinds = Counter[str]()
        for place in self.places:
            self.come(place)

    def come(self, place: tuple[int | None, int]) -> None:
        self.here[place] = ClientState(place[1])
        self.here[place].receive(self.feed.view(self.match, place[0], self.match.at))
        self.check()

    def receive(self, entry: Entry, change: Change) -> None:
        update = self.feed.update(self.match, entry, change, self.match.at)
        for (seat, protocol), client in self.here.items():
            text = update.to(seat, protocol, "k" if seat == getattr(entry, "seat", None) else None)
            message = client.receive(text)
            self.kinds[message["type"]] += 1
            self.kinds[message.get("happened", {}).get("kind")] += 1
            self.sizes[protocol] += len(text)
        self.check()
        self.come_and_go()

    def check(self) -> None:
        now, whole = Feed(), {seat: ClientState(protocol) for seat, protocol in self.here}
        for seat, state in whole.items():
            state.receive(now.view(self.match, seat, 0.0))  # which is the same for all protocols
        for (seat, protocol), client in self.here.items():
            assert client.everything() == whole[seat].everything(), (seat, protocol, client.received[-1])

    def come_and_go(self) -> None:
        """Some connections are lost, some come back; and sometimes the match leaves memory meanwhile."""
        for place in self.places:
            if place in self.here and self.rng.random() < 0.02:
                del self.here[place]
            elif place not in self.here and self.rng.random() < 0.2:
                self.come(place)
        if self.rng.random() < 0.05:
            self.feed.game = None


def step(friends: Table, rng: random.Random) -> None:
    """Something happens: mostly an action, now and then talk, a vote, a bot that takes over, an undo."""
    match, luck = friends.match, rng.random()
    persons = match.persons
    chosen = [seat for seat in range(len(match.seats)) if match.choice(seat)]
    try:
        if match.undo is not None:
            undecided = [seat for seat in persons if seat not in match.undo.agreed]
            friends.say(undecided[0], "answer-undo", agree=rng.random() < 0.7)
        elif match.status == "open":
            friends.sit(next(seat for seat in match.vacant_seats))
            if match.can_begin:
                friends.begin()
        elif luck < 0.1 and (match.undoable or chosen):
            friends.say(match.undoable.seat if match.undoable else chosen[0], "undo")
        elif luck < 0.12 and match.take_overs:
            seat = next(iter(match.take_overs))
            friends.say(seat, "stay") if luck < 0.11 else friends.enter(TakeOver(seat))
        elif luck < 0.13 and persons:
            friends.do(Decision(SetPace(persons[0], rng.choice(["fast", "slow"]))))
        elif luck < 0.15 and match.persons_awaited():
            friends.enter(TakeOver(match.persons_awaited()[0]))
        elif luck < 0.18 and len(persons) > 1:
            friends.say(rng.choice(persons), "leave")
        elif luck < 0.22 and persons:
            friends.now += 150
            friends.say(persons[0], "vote", seat=rng.choice([s for s in range(len(match.seats)) if s != persons[0]]))
        elif luck < 0.4 and len(persons) < len(match.seats):
            friends.sit(rng.choice([seat for seat, one in enumerate(match.seats) if not one.is_bot]))
        elif match.awaited:
            seat = rng.choice(match.awaited)
            friends.play(seat, rng.choice(friends.legal(seat)))
    except Refusal:  # not every vote and undo is possible
        pass
    friends.now += rng.random()


class Recorded(Table):
    """A table that tells everything to an audience."""

    audience: Audience | None = None

    def do(self, decision: Decision | None) -> Change | None:
        change = super().do(decision)
        if change is not None and self.audience is not None:
            assert decision is not None
            self.audience.receive(decision.entry, change)
        return change


@pytest.mark.parametrize(("map", "seats", "seed"), GAMES)
def test_what_was_told_is_the_view_that_one_would_get_now(map: str, seats: str, seed: int) -> None:
    rng = random.Random(seed)
    friends = Recorded(table(seats, seed, map=map).match)
    audience = friends.audience = Audience(friends.match, rng)
    while friends.match.status != "over" and friends.match.version < 400:
        step(friends, rng)
        if rng.random() < 0.05:
            audience.receive(Emote(0, "wow"), Change())
    assert audience.kinds.keys() >= {"view", "update", "sit", "begin", "act", "emote", "ask-undo", "pace", "take-over"}
    assert audience.sizes[2] < 0.7 * audience.sizes[1]


def test_an_update_has_only_what_changed() -> None:
    friends = Recorded(table("pp", map="usa").match)
    friends.audience = Audience(friends.match, random.Random(0))
    friends.audience.come_and_go = lambda: None  # type: ignore[method-assign]
    for seat in (0, 1):
        friends.sit(seat)
    friends.begin()
    friends.choose_opening_tickets()
    other = friends.audience.here[1, 2]
    friends.act(0, "draw deck")
    drawn = other.received[-1]
    assert {"phase", "seats", "deck_count", "history"} <= drawn["view"].keys()
    assert drawn["view"].keys().isdisjoint({"map", "claimed", "tickets", "stacks", "ticket_deck"})
    assert drawn["table"].keys().isdisjoint({"match", "clock", "pace", "commitment", "rematch"})
    friends.say(0, "pace", pace="slow")
    assert (other.received[-1]["view"], other.received[-1]["table"]["pace"]) == (None, "slow")
    assert "seats" not in other.received[-1]["table"]
    friends.audience.receive(Emote(0, "wow"), Change())
    assert other.received[-1]["table"].keys() == {"now"}


class Wall:
    """A clock for tests."""

    time = 1000.0

    def now(self) -> float:
        return self.time


def test_delayed_spectators_are_told_by_the_same_law() -> None:
    asyncio.run(watch_late())


async def watch_late() -> None:
    rng, clock = random.Random(4), Wall()
    friends = table("pp", spectator_delay=30)
    delayed_spectators = DelayedSpectators(blank_match(friends.match.settings), [], 30, clock)  # type: ignore[arg-type]
    watching = {Viewer(None, protocol): ClientState(protocol) for protocol in (1, 2)}
    for viewer in watching:
        delayed_spectators.add(viewer)
    while friends.match.version < 120:
        before = len(friends.log)
        step(friends, rng)
        clock.time = friends.now
        delayed_spectators.extend([(read_entry(kind, body), at) for kind, body, at in friends.log[before:]])
        delayed_spectators._send_due()
        for viewer, client in watching.items():
            for text in viewer.take_messages():
                client.receive(text)
            assert client.everything() == whole_of(delayed_spectators.match)
    assert 0 < delayed_spectators.match.version < friends.match.version
    for viewer in watching:
        delayed_spectators.remove(viewer)


def whole_of(match: Match) -> tuple[Message | None, Message, str | None]:
    whole = ClientState(2)
    whole.receive(Feed().view(match, None, 0.0))
    return whole.everything()


def test_version_1_still_gets_whole_views_and_tables() -> None:
    friends = Recorded(table("pp").match)
    friends.audience = Audience(friends.match, random.Random(0))
    for seat in (0, 1):
        friends.sit(seat)
    friends.begin()
    whole = json.loads(Feed().view(friends.match, 0, 0.0))
    received = friends.audience.here[0, 1].received[-1]
    assert received["view"].keys() == whole["view"].keys()
    assert received["table"].keys() == whole["table"].keys()
