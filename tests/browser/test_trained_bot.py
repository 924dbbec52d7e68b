"""A person on the page plays against a policy that was trained in the vector environment."""

import subprocess
import sys
from pathlib import Path

from tests.browser.person import Person
from tests.browser.tables import PERSON, open_table
from tests.browser.visitors import Visitors
from tests.server.running import PROGRAM, RunningServer

ROOT = Path(__file__).parents[2]


def test_a_trained_policy_sits_down_by_its_link(visitors: Visitors, server: RunningServer) -> None:
    table = open_table(server, PERSON, PERSON)
    join = ["bot", "--join", table.links[1], "--bot", "examples.trained_bot:Trained", "--name", "Learner"]
    with subprocess.Popen([sys.executable, "-c", PROGRAM, *join], cwd=ROOT, stdout=subprocess.DEVNULL) as bot:
        try:
            person = Person(visitors.open(table.links[0]))
            person.sit_down("Ada")
            person.play()
            assert "Learner" in person.page.locator("[data-part=seats]").inner_text()
            assert bot.wait(20) == 0
        finally:
            bot.kill()
    assert person.moves > 10
