"""What names a way to play a game: its ruleset, the switches that are not at their default, its component set."""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine.game import Game

Option = str | int | bool


def variant_key(game: Game, ruleset: str, switches: Mapping[str, Option], components: str) -> str:
    """The key of a variant: equal for two games exactly when they are played by the same rules with the same set.

    The ruleset, `+switch=value` for each switch that is not at its default, by name, and `@components` unless that is
    the game's first built-in set: "base", "seven_of_nine+redraw=3@my-set". The key is compared and shown, never read
    back. A switch that the game does not know (a log of an older engine may name one) stands in the key as it is.
    """
    off = switches_off_default(game, switches)
    words = "".join(f"+{name}={_as_written(off[name])}" for name in sorted(off))
    return f"{ruleset}{words}" + ("" if components == game.component_sets[0] else f"@{components}")


def switches_off_default(game: Game, switches: Mapping[str, Option]) -> dict[str, Option]:
    """Those of the switches that differ from the default, in the order of the game; unknown ones last, by name."""
    known = {switch.name: switch.default for switch in game.switches}
    order = [name for name in known if name in switches] + sorted(switches.keys() - known.keys())
    return {name: switches[name] for name in order if not _same(switches[name], known.get(name))}


def _same(value: Option, default: Option | None) -> bool:
    """True is not 1 in a log."""
    return type(value) is type(default) and value == default


def _as_written(value: Option) -> str:
    return json.dumps(value, ensure_ascii=False).strip('"')
