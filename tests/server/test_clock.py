"""The time of a server process, whatever is done to the machine's clock."""

from whistlestop.server.running.clock import Clock


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.wall = 1000.0
        self.steady = 50.0

    def clock(self) -> Clock:
        return Clock(lambda: self.wall, lambda: self.steady)

    def wait(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


def test_it_begins_with_the_machines_time_and_counts_steadily() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wait(7)
    assert clock.now() == 1007
    machine.wall -= 3600
    machine.wait(2)
    assert clock.now() == 1009
    machine.wall += 86_400
    assert clock.now() == 1009


def test_it_is_never_behind_what_others_have_written() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.advance_to(900)
    assert clock.now() == 1000
    clock.advance_to(1000.5)
    assert clock.now() == 1000.5
    machine.wait(1)
    assert clock.now() == 1001.5
