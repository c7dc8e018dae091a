"""What is known of a game that was recorded at its table: the facts in `Table.recorded`, and what they are worth.

The facts were measured by the site when the log was sent (`nabu.board.records.facts`), as JSON:

- `moves`, and how many of them somebody `entered` (the rest is forced); `live`: those that arrived one by one;
- `seconds` from the first to the last of them as they arrived, `playing_seconds` of these without long pauses, and
  `least_seconds`, which people need at least for such a game;
- `setups_dealt`: how often the site dealt the setup; `draws_taken_back`: how many draws are not in the log any more;
- `shortfall`: why the game counts as replayed only; without it, it is recorded.

Games of the time before this was measured have `moves` and `late` alone, and keep the level that they were given.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from nabu.core.charts.numbers import percent

Facts = dict[str, Any]


class Shortfall(models.TextChoices):
    """Why a game that was recorded at its table counts as replayed only."""

    REPORTED_FIRST = "reported_first", gettext_lazy("A result was reported before the last move arrived.")
    PACE = "pace", gettext_lazy("The moves arrived faster than people play.")
    LIVE = "live", gettext_lazy("Fewer than two thirds of the moves arrived live.")
    UNSEATED = "unseated", gettext_lazy("No other player of the table confirmed the result.")


MEASURED: Final = (
    "entered",
    "live",
    "seconds",
    "playing_seconds",
    "least_seconds",
    "setups_dealt",
    "draws_taken_back",
)
"""The facts that are numbers, beside the number of moves."""

IS_RECORDED: Final = Q(recorded__isnull=False, recorded__shortfall__isnull=True)
"""`is_recorded` for the database."""


def is_recorded(facts: Facts | None) -> bool:
    """Whether these facts are those of a game that was recorded while it was played, and confirmed at the table."""
    return facts is not None and "shortfall" not in facts


def whole_facts(facts: Facts) -> Facts:
    """The facts with a value for every name: None for what was not measured."""
    measured = {name: facts.get(name) for name in MEASURED}
    return {"moves": facts["moves"], **measured, "shortfall": facts.get("shortfall", "")}


def recorded_columns(facts: Facts | None) -> dict[str, Any]:
    """What stands beside the level of proof in flat tables; empty for games that were not recorded here."""
    found = facts or {}
    live = round(100 * found["live"] / max(found["entered"], 1)) if "live" in found else None
    return {
        "recorded_moves": found.get("moves"),
        "recorded_seconds": found.get("seconds"),
        "recorded_live_percent": live,
        "recorded_setups_dealt": found.get("setups_dealt"),
        "recorded_draws_taken_back": found.get("draws_taken_back"),
        "recorded_shortfall": found.get("shortfall", ""),
    }


def recorded_in_words(facts: Facts | None) -> str:
    """Duration and pace, what was dealt again, and why the game counts as replayed, if it does. Empty without facts."""
    if facts is None:
        return ""
    moves = ngettext("%(moves)s move", "%(moves)s moves", facts["moves"]) % {"moves": facts["moves"]}
    if "seconds" not in facts:
        return _("Recorded with %(moves)s, before the pace was measured.") % {"moves": moves}
    said = [
        _("Recorded in %(duration)s, %(moves)s, %(share)s live.")
        % {
            "duration": _duration(facts["seconds"]),
            "moves": moves,
            "share": percent(facts["live"] / max(facts["entered"], 1)),
        },
        *_dealt_again(facts),
    ]
    if "shortfall" in facts:
        said.append(_("Counts as replayed, not recorded:"))
        said.append(str(Shortfall(facts["shortfall"]).label))
        if facts["shortfall"] == Shortfall.PACE:
            said.append(_("People need at least %(duration)s.") % {"duration": _duration(facts["least_seconds"])})
    return " ".join(said)


def _dealt_again(facts: Facts) -> list[str]:
    setups, draws = facts["setups_dealt"], facts["draws_taken_back"]
    said = []
    if setups > 1:
        text = ngettext("The site dealt the setup %(times)s time.", "The site dealt the setup %(times)s times.", setups)
        said.append(text % {"times": setups})
    if draws:
        text = ngettext("%(draws)s draw was taken back.", "%(draws)s draws were taken back.", draws)
        said.append(text % {"draws": draws})
    return said or [_("Nothing was dealt again.")]


def _duration(seconds: int) -> str:
    """Seconds up to two minutes, then whole minutes."""
    if seconds < 120:
        return ngettext("%(number)s second", "%(number)s seconds", seconds) % {"number": seconds}
    return ngettext("%(number)s minute", "%(number)s minutes", seconds // 60) % {"number": seconds // 60}
