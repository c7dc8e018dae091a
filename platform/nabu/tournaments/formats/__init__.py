"""The registry of tournament formats. The rest of the code asks here and never for a certain format.

Adding a format: one file beside this one with a `Format`, and its line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from nabu.tournaments.bad_config import BadConfig
from nabu.tournaments.formats.base import Format
from nabu.tournaments.formats.double_elimination import DoubleElimination
from nabu.tournaments.formats.ladder import Ladder
from nabu.tournaments.formats.league import League
from nabu.tournaments.formats.pod_elimination import PodElimination
from nabu.tournaments.formats.round_robin import RoundRobin
from nabu.tournaments.formats.single_elimination import SingleElimination
from nabu.tournaments.formats.swiss import Swiss

FORMATS: dict[str, Format[Any]] = {
    fmt.key: fmt
    for fmt in (Swiss(), League(), RoundRobin(), SingleElimination(), DoubleElimination(), PodElimination(), Ladder())
}


@dataclass(frozen=True, slots=True)
class StageSpec:
    """A stage as an organiser asks for it: the key of a format and its settings."""

    format: str
    config: dict[str, Any] = field(default_factory=dict)


def get_format(key: str) -> Format[Any]:
    """The format of that key. Raises BadConfig."""
    try:
        return FORMATS[key]
    except KeyError:
        known = ", ".join(FORMATS)
        raise BadConfig(_("There is no format “%(key)s”; known: %(known)s.") % {"key": key, "known": known}) from None


def check_chain(stages: Sequence[StageSpec], sizes: Sequence[int]) -> None:
    """Check the settings of every stage and how the stages follow each other. Raises BadConfig."""
    if not stages:
        raise BadConfig(_("A tournament needs at least one stage."))
    advancing: int | None = None
    for number, spec in enumerate(stages, start=1):
        fmt = get_format(spec.format)
        config = fmt.read_config(spec.config)
        fmt.check_game(config, sizes)
        if advancing is not None:
            _check_follows(fmt, config, number, advancing, sizes)
        advancing = fmt.advance(config)
        last = number == len(stages)
        if last and advancing:
            raise BadConfig(_("The last stage has nobody to send on: players who go on must be 0."))
        if not last and fmt.is_bracket and not advancing:
            raise BadConfig(
                _("Stage %(number)s is a knock-out and sends nobody on: it can only be the last one.")
                % {"number": number}
            )
        if not last and advancing < 2:
            raise BadConfig(
                _("Stage %(number)s must send at least two players on to the next stage.") % {"number": number}
            )


def _check_follows(fmt: Format[Any], config: Any, number: int, advancing: int, sizes: Sequence[int]) -> None:
    takes = fmt.takes(config)
    if takes is not None and advancing != takes:
        raise BadConfig(
            _("Stage %(number)s is one table of %(takes)s, but %(advancing)s players go on to it.")
            % {"number": number, "takes": takes, "advancing": advancing}
        )
    fmt.check_field(config, advancing, sizes)
