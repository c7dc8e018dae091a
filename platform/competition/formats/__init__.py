"""The registry of tournament formats. The rest of the code asks here and never for a certain format.

Adding a format: one file beside this one with a `Format`, and its line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from competition.formats.base import Format
from competition.formats.double_elimination import DoubleElimination
from competition.formats.ladder import Ladder
from competition.formats.league import League
from competition.formats.pod_elimination import PodElimination
from competition.formats.round_robin import RoundRobin
from competition.formats.single_elimination import SingleElimination
from competition.formats.swiss import Swiss
from competition.invalid_config import InvalidConfig
from competition.tie_breaks import TIE_BREAKS
from engine.message import Message

FORMATS: dict[str, Format[Any]] = {
    fmt.key: fmt
    for fmt in (Swiss(), League(), RoundRobin(), SingleElimination(), DoubleElimination(), PodElimination(), Ladder())
}


@dataclass(frozen=True, slots=True)
class StageSpec:
    """A stage as an organiser asks for it: the key of a format and its settings."""

    format: str
    config: dict[str, Any] = field(default_factory=dict)


MOST_STAGES = 8


def get_format(key: str) -> Format[Any]:
    """The format of that key. Raises InvalidConfig."""
    try:
        return FORMATS[key]
    except KeyError:
        known = ", ".join(FORMATS)
        raise InvalidConfig(Message("stages.unknown_format", {"key": key, "known": known})) from None


def check_chain(stages: Sequence[StageSpec], sizes: Sequence[int]) -> None:
    """Check the settings of every stage and how the stages follow each other. Raises InvalidConfig."""
    if not stages:
        raise InvalidConfig(Message("stages.none"))
    if len(stages) > MOST_STAGES:
        raise InvalidConfig(Message("stages.too_many", {"most": MOST_STAGES}))
    advancing: int | None = None
    for number, spec in enumerate(stages, start=1):
        fmt = get_format(spec.format)
        config = fmt.read_config(spec.config)
        fmt.check_game(config, sizes)
        _check_tie_breaks(fmt, config)
        if advancing is not None:
            _check_follows(fmt, config, number, advancing, sizes)
        advancing = fmt.advance(config)
        last = number == len(stages)
        if last and advancing:
            raise InvalidConfig(Message("stages.last_advances"))
        if not last and fmt.is_bracket and not advancing:
            raise InvalidConfig(Message("stages.knock_out_not_last", {"number": number}))
        if not last and advancing < 2:
            raise InvalidConfig(Message("stages.too_few_advance", {"number": number}))


def _check_follows(fmt: Format[Any], config: Any, number: int, advancing: int, sizes: Sequence[int]) -> None:
    takes = fmt.takes(config)
    if takes is not None and advancing != takes:
        values = {"number": number, "takes": takes, "advancing": advancing}
        raise InvalidConfig(Message("stages.final_size", values))
    fmt.check_field(config, advancing, sizes)


def _check_tie_breaks(fmt: Format[Any], config: Any) -> None:
    """Some tie-breaks mean something only where two play each other."""
    if fmt.table_size(config) == 2:
        return
    for key in fmt.tie_breaks(config):
        if TIE_BREAKS[key].tables_of_two:
            raise InvalidConfig(Message("config.tie_break_needs_duels", {"name": TIE_BREAKS[key].name}))
