"""Words: the integers of a state, as Python reads them."""

import copy
import pickle
import random

import numpy as np
import pytest

from whistlestop.engine.state import STATE, copy_states
from whistlestop.engine.words import AT, spans_of, words_of
from whistlestop.game import Game


@pytest.mark.parametrize("name", STATE.names or ())
def test_every_field_is_where_its_words_are(name: str) -> None:
    state = np.arange(STATE.itemsize // 8).view(STATE)
    field, words, place = state[name][0], words_of(state), getattr(AT, name)
    read = [words[row].tolist() for row in place] if isinstance(place, tuple) else words[place]
    assert (read.tolist() if isinstance(read, memoryview) else read) == field.tolist()
    assert [word for span in spans_of(name) for word in words[span]] == np.atleast_1d(field).ravel().tolist()


def test_fields_that_lie_side_by_side_are_one_span() -> None:
    first, second = spans_of("score phase to_play seats pieces")
    assert (first.start, first.stop) == (AT.seats, AT.to_play + 1)
    assert (second.start, second.stop) == (AT.pieces.start, AT.score.stop)


def test_a_copy_of_a_state_stands_alone() -> None:
    state = np.zeros(1, STATE)
    other = copy_states(state)
    other["passes"] = 3
    assert (words_of(state)[AT.passes], words_of(other)[AT.passes]) == (0, 3)


def test_a_game_goes_on_the_same_from_a_pickle_and_from_a_deep_copy() -> None:
    game = Game("san-francisco", players=3, seed=4)
    rng = random.Random(4)
    for _ in range(20):
        game.apply(rng.choice(game.legal_actions()))
    before = game.position()
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        other.apply(other.legal_actions()[-1])
        assert other.position() != before
        assert game.position() == before
    game.apply(game.legal_actions()[-1])
    assert other.position() == game.position()
