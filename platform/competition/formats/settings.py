"""The settings of formats: what a setting is, how a value is checked, and those that several formats have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from competition.invalid_config import InvalidConfig
from competition.schedules.own import read_own_schedule
from competition.tie_breaks import TIE_BREAKS
from engine.message import Message


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a format, enough to draw a form field and to check a value.

    `kind` is "number" (with `minimum` and `maximum`), "choice" (one of the numbers in `choices`), "option" (one of the
    words in `options`), "yes_no", "points" (a list of points by place for each table size, as
    {"2": [6, 0], ...}), "tie_breaks" (keys of `TIE_BREAKS`, the first decides first) or "schedule" (the text of an own
    schedule, or none).
    """

    key: str
    kind: str
    default: Any
    help: Message | None = None
    minimum: int = 0
    maximum: int = 0
    choices: tuple[int, ...] = ()
    options: tuple[str, ...] = ()

    @property
    def label(self) -> Message:
        """What it is called."""
        return Message(f"setting.{self.key}")

    def option_label(self, word: str) -> Message:
        """What one of the options is called."""
        return Message(f"setting.{self.key}.{word}")

    def read(self, value: object) -> Any:
        """The checked value. Raises InvalidConfig."""
        if self.kind == "yes_no":
            if not isinstance(value, bool):
                raise self._refused("config.not_yes_or_no")
            return value
        if self.kind == "points":
            return read_points(value)
        if self.kind == "tie_breaks":
            return read_tie_breaks(value)
        if self.kind == "schedule":
            if not isinstance(value, str):
                raise self._refused("config.not_text")
            return read_own_schedule(value)
        if self.kind == "option":
            if value not in self.options:
                raise self._refused("config.not_one_of", allowed=", ".join(self.options))
            return value
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._refused("config.not_whole_number")
        if self.kind == "choice" and value not in self.choices:
            raise self._refused("config.not_one_of", allowed=", ".join(map(str, self.choices)))
        if self.kind == "number" and not self.minimum <= value <= self.maximum:
            raise self._refused("config.out_of_range", low=self.minimum, high=self.maximum)
        return value

    def _refused(self, key: str, **values: str | int) -> InvalidConfig:
        return InvalidConfig(Message(key, {"label": self.label, **values}))


def read_points(value: object) -> dict[int, tuple[Decimal, ...]]:
    """Points by place for tables of two, three and four. Raises InvalidConfig."""
    if not isinstance(value, Mapping) or set(map(str, value)) - {"2", "3", "4"}:
        raise InvalidConfig(Message("config.points_table_sizes"))
    points: dict[int, tuple[Decimal, ...]] = {}
    for size, row in value.items():
        if not isinstance(row, (list, tuple)) or len(row) != int(size):
            raise InvalidConfig(Message("config.points_count", {"size": size}))
        points[int(size)] = tuple(read_amount(amount) for amount in row)
        if any(better < worse for better, worse in zip(points[int(size)], points[int(size)][1:], strict=False)):
            raise InvalidConfig(Message("config.points_order"))
    return points


def read_tie_breaks(value: object) -> tuple[str, ...]:
    """Keys of tie-breaks, each once. Raises InvalidConfig."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(key, str) for key in value):
        raise InvalidConfig(Message("config.tie_breaks_not_list"))
    unknown = [key for key in value if key not in TIE_BREAKS]
    if unknown:
        raise InvalidConfig(Message("config.unknown_tie_break", {"key": unknown[0]}))
    if len(set(value)) != len(value):
        raise InvalidConfig(Message("config.tie_break_twice"))
    return tuple(value)


def read_amount(value: object) -> Decimal:
    """An amount of points with at most two decimals, from 0 to 1000. Raises InvalidConfig."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)):
        raise InvalidConfig(Message("config.points_not_numbers"))
    try:
        amount = Decimal(str(value))
    except ArithmeticError:
        raise InvalidConfig(Message("config.points_not_numbers")) from None
    if not amount.is_finite() or not 0 <= amount <= 1000 or amount != amount.quantize(Decimal("0.01")):
        raise InvalidConfig(Message("config.points_range"))
    return amount


SEEDING = Setting("seeding", "option", "order", Message("setting.seeding.help"), options=("order", "rating", "draw"))
"""How the players of a stage are seeded. Every format has this setting."""

BALANCED, HIGHER_SEED = "balanced", "higher_seed"
STARTS = Setting("starts", "option", BALANCED, Message("setting.starts.help"), options=(BALANCED, HIGHER_SEED))
"""Who starts in a bracket."""

BEST_OF = Setting("best_of", "choice", 1, Message("setting.best_of.help"), choices=(1, 3, 5, 7))
"""How many games a match has at most."""

TABLE_SIZE = Setting("table_size", "choice", 4, Message("setting.table_size.help"), choices=(2, 3, 4))
"""How many sit at a full table."""

ADVANCE = Setting("advance", "number", 0, Message("setting.advance.help"), maximum=1024)
"""How many go on where one ranking of all decides it."""

SCHEDULE = Setting("schedule", "schedule", "", Message("setting.schedule.help"))
"""Who meets whom, where the organiser decides it."""
