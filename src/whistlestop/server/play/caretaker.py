"""The caretaker: does what the server itself has to do at tables. Deals, moves bots, and stops clocks.

Who stored a match's last entry looks after it until the lease in its row runs out. Should that process die, the others
find the match by its `wake_at`, and one of them takes over the lease.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from whistlestop.server.bots.bot_workers import BotWorkers
from whistlestop.server.bots.pauses import planned_at, release_at
from whistlestop.server.play.decide import Decision, begin, bot_act
from whistlestop.server.play.entries import Downtime, TakeOver
from whistlestop.server.play.heartbeat import BEAT_SECONDS, Heartbeat
from whistlestop.server.play.loading import NewerVersionNeeded
from whistlestop.server.play.match import Match
from whistlestop.server.play.match_boards import map_json_unless_builtin
from whistlestop.server.play.refusal import Refusal
from whistlestop.server.play.room import Room
from whistlestop.server.play.rooms import Rooms
from whistlestop.server.running.logs import log
from whistlestop.server.store import Gap, StoreError

POLL_SECONDS = 0.5
POLL_LIMIT = 100
SWEEP_SECONDS = 10.0
DEAD_SECONDS = 8.0
"""A process that has left no mark for so long is gone."""
READ_AT_ONCE = 20
"""Matches that are read at the same time because they are due."""


class Caretaker:
    """Looks after the rooms of this process, and after matches that nobody looks after."""

    def __init__(self, rooms: Rooms, bots: BotWorkers) -> None:
        self.rooms = rooms
        self.bots = bots
        self.heartbeat = Heartbeat(rooms.store, rooms.clock)
        self.rng = random.SystemRandom()
        """For pauses: they know nothing of any card."""
        self._tasks: list[asyncio.Task[None]] = []
        self._waking: dict[str, asyncio.Task[None]] = {}
        """Matches that are being read because they are due."""
        self._may_read = asyncio.Semaphore(READ_AT_ONCE)
        self._beaten = time.monotonic()
        """When this process last said that it is there."""
        self._gaps: list[Gap] = []
        """Those that all rooms know of."""
        rooms.schedule_work = self.schedule_work
        rooms.followed = self.leave
        rooms.greet = self.greet

    async def start(self) -> None:
        """Begin to beat, poll and sweep."""
        await self.heartbeat.start()
        self._tasks = [
            asyncio.create_task(self._every(BEAT_SECONDS, self._beat), name="beat"),
            asyncio.create_task(self._every(POLL_SECONDS, self._poll), name="poll"),
            asyncio.create_task(self._every(SWEEP_SECONDS, self._sweep), name="sweep"),
        ]

    async def stop(self) -> None:
        """Leave bots in mid-thought: whoever takes over asks them again."""
        work = [room.work_task for room in self.rooms.all() if room.work_task is not None]
        tasks = [*self._tasks, *self._waking.values(), *work]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreError):
            await self.heartbeat.beat()  # until now we were there

    async def _every(self, seconds: float, work: Callable[[], object]) -> None:
        while True:
            try:
                done = work()
                if asyncio.iscoroutine(done):
                    await done
            except (StoreError, Refusal) as error:
                log.warning("caretaker", error=str(error))
            except Exception:
                log.exception("caretaker")
            await asyncio.sleep(seconds)

    async def _beat(self) -> None:
        await self.heartbeat.beat()
        await self._look_for_processes()
        if self.heartbeat.gaps != self._gaps:  # perhaps a clock that was up has learned of one before us
            self._gaps = self.heartbeat.gaps
            for room in self.rooms.all():
                self.greet(room)

    async def _look_for_processes(self) -> None:
        """Who was connected to a process that is gone is not here any more. If others took us for gone, we are back."""
        rooms, before, self._beaten = self.rooms, self._beaten, time.monotonic()
        if rooms.store.is_shared and self._beaten > before + DEAD_SECONDS - BEAT_SECONDS:
            for room in rooms.all():
                rooms.attendance.greet(room)
        if any(room.elsewhere for room in rooms.all()):
            alive = await rooms.store.processes(rooms.clock.now() - DEAD_SECONDS)
            rooms.attendance.keep_only(rooms.all(), alive)

    async def _poll(self) -> None:
        """Matches that are due and that nobody has a lease on, this process's own sleeping ones among them."""
        rooms = self.rooms
        now, lease = rooms.clock.now(), rooms.settings.lease_seconds
        due = await rooms.store.due(now, POLL_LIMIT, lease, but=rooms.left_to_newer)
        for match_id in due:
            if match_id not in self._waking:
                # Each by itself: one that is slow to read, or can't be read, costs the others nothing.
                self._waking[match_id] = asyncio.create_task(self._wake(match_id), name="wake")

    async def _wake(self, match_id: str) -> None:
        try:
            async with self._may_read:
                room = await self.rooms.open(match_id)
                if room.is_at_work:
                    return  # a bot that has to wait for a worker for longer than the lease keeps its place
                async with room.lock:
                    await self.rooms.match_of(room)
            self.schedule_work(room)
        except NewerVersionNeeded:
            with suppress(StoreError):
                await self.rooms.store.release_match(match_id)  # for a process that can read it
        except Refusal as error:
            log.warning("wake", match=match_id, error=error.code)
        except Exception:
            log.exception("wake", match=match_id)
        finally:
            del self._waking[match_id]

    def _sweep(self) -> None:
        self.rooms.sweep()

    def greet(self, room: Room) -> None:
        """People come to a table that another process may look after; what it can't know is that nobody was there."""
        if room.match is not None and self.heartbeat.downtime(room.match):
            self.schedule_work(room)

    def schedule_work(self, room: Room) -> None:
        """See to what is due at a table soon; what is due later, the poll will find."""
        match = room.match
        if match is None:
            return
        for seat in match.bot_seats:
            self.bots.expect(match.level_of(seat))
        task_key = self._work_at(match)
        if task_key == room.scheduled_work and room.is_at_work:
            if room.nudged is not None:
                room.nudged.set()
            return  # a bot goes on thinking whatever is said, or talk could hold it up for ever
        room.stop_work()
        room.scheduled_work = task_key
        room.work_task = None if task_key is None else asyncio.create_task(self._do_work(room, match), name="tend")

    def leave(self, room: Room) -> None:
        """Another process looks after a table now: what was begun here is left, unless it is still to be done."""
        if room.is_at_work and room.match is not None and self._work_at(room.match) != room.scheduled_work:
            room.stop_work()

    def _work_at(self, match: Match) -> object:
        """What is to be done at a table soon; None if nothing is. While it stays the same it is not begun anew."""
        if self.heartbeat.downtime(match):
            return "downtime", match.version
        wake_at = match.wake_at
        if wake_at is None or wake_at > self.rooms.clock.now() + self.rooms.settings.lease_seconds:
            return None
        return (match.changed, match.can_begin, *match.bots_awaited(), *match.overdue())

    async def _do_work(self, room: Room, match: Match) -> None:
        try:
            if self.heartbeat.downtime(match):
                await self.rooms.submit(room, self._set_clocks_back)
            elif match.can_begin:
                await self.rooms.submit(room, lambda match: begin(match) if match.can_begin else None)
            elif bots := match.bots_awaited():
                await self._move_bot(room, match, bots[0])
            elif overdue := match.overdue():
                deadline, seat = overdue[0]
                await asyncio.sleep(max(0.0, deadline - self.rooms.clock.now()))
                await self.heartbeat.beat()  # perhaps nobody was there meanwhile, and this is the first to notice
                await self.rooms.submit(room, lambda match: self._stop_clock(match, seat))
        except Refusal as error:
            log.warning("tend", match=room.id, error=error.code)
        except StoreError as error:
            log.warning("tend", match=room.id, error=str(error))
        except Exception:
            log.exception("tend", match=room.id)

    def _set_clocks_back(self, match: Match) -> Decision | None:
        seconds = self.heartbeat.downtime(match)
        return Decision(Downtime(round(seconds, 3))) if seconds else None

    def _stop_clock(self, match: Match, seat: int) -> Decision | None:
        """A person's time is up, or the others' vote takes effect: a bot plays for them."""
        if back := self._set_clocks_back(match):
            return back
        is_due = any(deadline <= self.rooms.clock.now() for deadline, about in match.overdue() if about == seat)
        return Decision(TakeOver(seat)) if is_due else None

    async def _move_bot(self, room: Room, match: Match, seat: int) -> None:
        """Ask for a bot's action and release it when a person might have chosen it."""
        assert match.game is not None
        changed, level, view = match.changed, match.level_of(seat), match.game.view(seat)
        asked, rng_seed = self.rooms.clock.now(), self.rng.getrandbits(64)
        seed = secrets.randbits(63)
        action = await self.bots.choose(match.board.source, map_json_unless_builtin(match.board), view, level, seed)
        thought_until = self.rooms.clock.now()

        def pause() -> float:
            """What is left of it, at the pace that is wanted now."""
            rng, pace = random.Random(rng_seed), (room.match or match).pace
            planned = planned_at(match.changed_at, asked, level, pace, view["phase"], rng)
            return release_at(planned, thought_until) - self.rooms.clock.now()

        while (seconds := pause()) > 0:
            room.nudged = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(room.nudged.wait(), seconds)
        room.nudged = None

        def judge(match: Match) -> Decision | None:
            if match.changed != changed or seat not in match.bots_awaited():
                return None
            return bot_act(match, seat, action)

        await self.rooms.submit(room, judge)
