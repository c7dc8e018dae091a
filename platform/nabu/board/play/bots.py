"""The bots of a game as somebody chooses them: levels by name, each with its measured strength."""

from __future__ import annotations

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.game import Game
from engine.search.ladder import strength_of
from engine.search.levels import LEVELS

TITLES = {
    "beginner": pgettext_lazy("strength of a bot", "Beginner"),
    "casual": pgettext_lazy("strength of a bot", "Casual"),
    "club": pgettext_lazy("strength of a bot", "Club"),
    "strong": pgettext_lazy("strength of a bot", "Strong"),
    "expert": pgettext_lazy("strength of a bot", "Expert"),
}
"""By the key of the level."""

OTHERS = {"random": gettext_lazy("Random moves")}
"""By the name of the bot."""


def bots_of(game: Game) -> list[dict[str, Any]]:
    """The levels from the weakest to the strongest, then the bots that are none. `strength` is a sentence, "" where it
    was not measured.
    """
    levels = {level.bot: str(TITLES[level.key]) for level in LEVELS if level.bot in game.bots}
    titles = levels | {name: str(title) for name, title in OTHERS.items()}
    names = [*levels, *(name for name in game.bots if name not in levels)]
    return [
        {
            "name": name,
            "title": titles.get(name, name),
            "level": name in levels,
            "strength": strength_in_words(game.key, name),
        }
        for name in names
    ]


def strength_in_words(game: str, bot: str) -> str:
    """How strong a bot was found to be in games of two players; "" if nobody has measured it."""
    found = strength_of(game, bot)
    if found is None:
        return ""
    low, high = (number_format(round(value), use_l10n=True, force_grouping=True) for value in (found.low, found.high))
    elo = number_format(round(found.elo), use_l10n=True, force_grouping=True)
    if found.low == found.high:  # the bot that the others are measured against
        return _("{bot}, Elo {elo} by definition").format(bot=bot, elo=elo)
    return _("{bot}, Elo {elo} ({low} to {high}): beats the casual bot in {percent}% of games").format(
        bot=bot, elo=elo, low=low, high=high, percent=round(100 * found.beats_greedy)
    )
