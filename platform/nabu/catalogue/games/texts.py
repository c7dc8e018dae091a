"""Names of games, rulesets, rulings and their options as messages: stored as keys, read in any language."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from engine.message import Message, verbatim
from engine.registry import GAMES
from nabu.catalogue.games.words import english, option_label


def game_message(game: str) -> Message:
    """The title of a game, which is a name in every language."""
    return verbatim(GAMES[game].title if game in GAMES else game)


def ruleset_message(game: str, ruleset: str) -> Message:
    """The name of a ruleset."""
    return Message(f"games.ruleset.{game}.{ruleset}")


def switch_message(game: str, switch: str) -> Message:
    """The title of a ruling that a rulebook leaves open."""
    return Message(f"games.switch.{game}.{switch}")


def option_message(game: str, switch: str, option: str | int | bool) -> Message:
    """One answer to such a ruling; a number is one in every language."""
    key = f"games.option.{game}.{switch}.{option}"
    return Message(key) if key in TEXTS else verbatim(str(option))


def _texts(game: Game) -> Iterator[tuple[str, str]]:
    for name in game.rulesets:
        yield ruleset_message(game.key, name).key, english(name)
    for switch in game.switches:
        yield switch_message(game.key, switch.name).key, switch.title
        for option in switch.options:
            if not (label := option_label(switch, option)).isdecimal():
                yield f"games.option.{game.key}.{switch.name}.{option}", label


TEXTS: dict[str, str] = dict(text for game in GAMES.values() for text in _texts(game))
