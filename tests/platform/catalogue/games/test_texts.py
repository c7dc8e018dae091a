"""Names of games, rulesets and house rules in messages that are stored."""

from __future__ import annotations

from engine.game import Game
from engine.registry import GAMES
from nabu.catalogue.games.texts import game_message, option_message, ruleset_message, switch_message
from nabu.catalogue.games.words import option_words
from nabu.core.sentences import sentence
from tests.cases import each


@each("game", GAMES.values())
def test_messages_say_what_pages_say(game: Game) -> None:
    assert sentence(game_message(game.key)) == game.title
    assert all(sentence(ruleset_message(game.key, name))[0].isupper() for name in game.rulesets)
    for switch in game.switches:
        assert sentence(switch_message(game.key, switch.name)) == switch.title
        for option in switch.options:
            assert sentence(option_message(game.key, switch.name, option)) == option_words(switch, option)
