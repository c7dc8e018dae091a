"""Every ruling has a title and a word for each of its options, as people say them."""

from __future__ import annotations

from engine.game import Switch
from engine.registry import GAMES
from tests.cases import each


@each("switch", [switch for game in GAMES.values() for switch in game.switches])
def test_a_ruling_has_words_for_each_option(switch: Switch) -> None:
    assert switch.title
    assert "_" not in switch.title + "".join(switch.labels)
    named = () if all(isinstance(option, bool) for option in switch.options) else switch.options
    assert len(switch.labels) == len(named)
    assert len(set(switch.labels)) == len(switch.labels)


@each("game", GAMES)
def test_no_two_rulings_of_a_game_have_the_same_title(game: str) -> None:
    titles = [switch.title for switch in GAMES[game].switches]
    assert len(set(titles)) == len(titles)
