"""What happened, beside the board: the latest turns at first, all of them when asked for."""

from playwright.sync_api import expect

from tests.browser.tables import links_into
from tests.browser.visitors import Visitors
from tests.server.running import RunningServer
from tests.tables import played

SHOWN = 15


def test_a_long_history_is_shown_in_two_steps(visitors: Visitors, server: RunningServer) -> None:
    game = played("usa", players=2, seed=5, actions=120)
    assert not game.is_over
    page = visitors.open("/settings")
    page.get_by_label("Your name").fill("Ada")
    page.goto(links_into(server, game, **{"0" if game.to_play else "1": "easy"})[0])
    history = page.get_by_role("region", name="What happened")
    turns = history.get_by_role("listitem")
    expect(turns).to_have_count(SHOWN)
    latest = turns.all_inner_texts()
    history.get_by_role("button", name="Show all").click()
    expect(turns.last).to_contain_text("kept")  # the tickets of the opening
    everything = turns.all_inner_texts()
    assert len(everything) > SHOWN
    assert everything[:SHOWN] == latest
    expect(history.get_by_role("button", name="Show all")).to_have_count(0)
