"""Names of games, rulesets, rulings and their options as messages: stored as keys, read in any language."""

from __future__ import annotations

from engine.game import Switch
from engine.message import Message, verbatim
from engine.registry import GAMES
from nabu.games.words import english


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
    """One answer to such a ruling."""
    is_number = isinstance(option, int) and not isinstance(option, bool)
    return verbatim(str(option)) if is_number else Message(f"games.option.{game}.{switch}.{option}")


def _label(switch: Switch, option: str | int | bool) -> str:
    if switch.labels:
        return switch.labels[switch.options.index(option)]
    if isinstance(option, bool):
        return "yes" if option else "no"
    return str(option)


TEXTS: dict[str, str] = {
    text_key: text
    for game in GAMES.values()
    for text_key, text in (
        *((ruleset_message(game.key, name).key, english(name)) for name in game.rulesets),
        *((switch_message(game.key, switch.name).key, switch.title) for switch in game.switches),
        *(
            (option_message(game.key, switch.name, option).key, _label(switch, option))
            for switch in game.switches
            for option in switch.options
            if isinstance(option, str | bool)
        ),
    )
}
