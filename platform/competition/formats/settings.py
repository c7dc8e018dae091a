"""The settings of formats: what a setting is, how a value is checked, and those that several formats have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.invalid_config import InvalidConfig
from competition.tie_breaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a format, enough to draw a form field and to check a value.

    `kind` is "number" (with `minimum` and `maximum`), "choice" (one of the numbers in `choices`), "option" (one of the
    words in `options`, each with its label), "yes_no", "points" (a list of points by place for each table size, as
    {"2": [6, 0], ...}) or "tie_breaks" (keys of `TIE_BREAKS`, the first decides first).
    """

    key: str
    label: str | Promise
    help: str | Promise
    kind: str
    default: Any
    minimum: int = 0
    maximum: int = 0
    choices: tuple[int, ...] = ()
    options: tuple[tuple[str, str | Promise], ...] = ()

    def read(self, value: object) -> Any:
        """The checked value. Raises InvalidConfig."""
        if self.kind == "yes_no":
            if not isinstance(value, bool):
                raise InvalidConfig(_("%(label)s must be yes or no.") % {"label": self.label})
            return value
        if self.kind == "points":
            return read_points(value)
        if self.kind == "tie_breaks":
            return read_tie_breaks(value)
        if self.kind == "option":
            if value not in [word for word, _label in self.options]:
                allowed = ", ".join(word for word, _label in self.options)
                raise InvalidConfig(
                    _("%(label)s must be one of %(allowed)s.") % {"label": self.label, "allowed": allowed}
                )
            return value
        if not isinstance(value, int) or isinstance(value, bool):
            raise InvalidConfig(_("%(label)s must be a whole number.") % {"label": self.label})
        if self.kind == "choice" and value not in self.choices:
            allowed = ", ".join(map(str, self.choices))
            raise InvalidConfig(_("%(label)s must be one of %(allowed)s.") % {"label": self.label, "allowed": allowed})
        if self.kind == "number" and not self.minimum <= value <= self.maximum:
            raise InvalidConfig(
                _("%(label)s must be between %(low)s and %(high)s.")
                % {"label": self.label, "low": self.minimum, "high": self.maximum}
            )
        return value


def read_points(value: object) -> dict[int, tuple[Decimal, ...]]:
    """Points by place for tables of two, three and four. Raises InvalidConfig."""
    if not isinstance(value, Mapping) or set(map(str, value)) - {"2", "3", "4"}:
        raise InvalidConfig(_("Points by place are given for tables of 2, 3 and 4 players."))
    points: dict[int, tuple[Decimal, ...]] = {}
    for size, row in value.items():
        if not isinstance(row, (list, tuple)) or len(row) != int(size):
            raise InvalidConfig(_("A table of %(size)s needs %(size)s numbers of points.") % {"size": size})
        points[int(size)] = tuple(read_amount(amount) for amount in row)
        if any(better < worse for better, worse in zip(points[int(size)], points[int(size)][1:], strict=False)):
            raise InvalidConfig(_("A better place must not get fewer points than a worse one."))
    return points


def read_tie_breaks(value: object) -> tuple[str, ...]:
    """Keys of tie-breaks, each once. Raises InvalidConfig."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(key, str) for key in value):
        raise InvalidConfig(_("Tie-breaks are a list of names."))
    unknown = [key for key in value if key not in TIE_BREAKS]
    if unknown:
        raise InvalidConfig(_("There is no tie-break “%(key)s”.") % {"key": unknown[0]})
    if len(set(value)) != len(value):
        raise InvalidConfig(_("The same tie-break is named twice."))
    return tuple(value)


def read_amount(value: object) -> Decimal:
    """An amount of points with at most two decimals, from 0 to 1000. Raises InvalidConfig."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)):
        raise InvalidConfig(_("Points must be numbers."))
    try:
        amount = Decimal(str(value))
    except ArithmeticError:
        raise InvalidConfig(_("Points must be numbers.")) from None
    if not amount.is_finite() or not 0 <= amount <= 1000 or amount != amount.quantize(Decimal("0.01")):
        raise InvalidConfig(_("Points are numbers from 0 to 1000 with at most two decimals."))
    return amount


SEEDING = Setting(
    "seeding",
    gettext_lazy("Seeding"),
    gettext_lazy("A draw is repeatable: it follows from the tournament's lot, which is printed."),
    "option",
    "order",
    options=(
        ("order", gettext_lazy("as entered, or by the earlier stage")),
        ("rating", gettext_lazy("by rating")),
        ("draw", gettext_lazy("by draw")),
    ),
)
"""How the players of a stage are seeded. Every format has this setting."""

BEST_OF = Setting(
    "best_of",
    gettext_lazy("Games in a match"),
    gettext_lazy("Best of so many games: the match ends when one side cannot be caught."),
    "choice",
    1,
    choices=(1, 3, 5, 7),
)
"""How long a match of two is."""

TABLE_SIZE = Setting(
    "table_size",
    gettext_lazy("Players per table"),
    gettext_lazy("Some tables are smaller when the number of players does not divide."),
    "choice",
    4,
    choices=(2, 3, 4),
)
"""How many sit at a full table."""

ADVANCE = Setting(
    "advance",
    gettext_lazy("Players who go on"),
    gettext_lazy("How many of the best play the next stage; 0 in the last stage."),
    "number",
    0,
    minimum=0,
    maximum=1024,
)
"""How many go on where one ranking of all decides it."""


def check_best_of(best_of: int, table_size: int) -> None:
    """Raises InvalidConfig if tables of more than two should play several games."""
    if best_of > 1 and table_size > 2:
        raise InvalidConfig(_("Only matches of two can be best of several."))
