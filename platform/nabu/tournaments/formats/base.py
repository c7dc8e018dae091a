"""What a tournament format is: its settings, how it pairs, how it ranks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.tournaments.bad_config import BadConfig
from nabu.tournaments.lot import lot_number
from nabu.tournaments.records import ChartSection, Competitor, Concern, Field, PairedTable, Pairing, Reason, TableRecord
from nabu.tournaments.standings import Standing
from nabu.tournaments.tie_breaks import TIE_BREAKS


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
        """The checked value. Raises BadConfig."""
        if self.kind == "yes_no":
            if not isinstance(value, bool):
                raise BadConfig(_("%(label)s must be yes or no.") % {"label": self.label})
            return value
        if self.kind == "points":
            return read_points(value)
        if self.kind == "tie_breaks":
            return read_tie_breaks(value)
        if self.kind == "option":
            if value not in [word for word, _label in self.options]:
                allowed = ", ".join(word for word, _label in self.options)
                raise BadConfig(_("%(label)s must be one of %(allowed)s.") % {"label": self.label, "allowed": allowed})
            return value
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadConfig(_("%(label)s must be a whole number.") % {"label": self.label})
        if self.kind == "choice" and value not in self.choices:
            allowed = ", ".join(map(str, self.choices))
            raise BadConfig(_("%(label)s must be one of %(allowed)s.") % {"label": self.label, "allowed": allowed})
        if self.kind == "number" and not self.minimum <= value <= self.maximum:
            raise BadConfig(
                _("%(label)s must be between %(low)s and %(high)s.")
                % {"label": self.label, "low": self.minimum, "high": self.maximum}
            )
        return value


def read_points(value: object) -> dict[int, tuple[Decimal, ...]]:
    """Points by place for tables of two, three and four. Raises BadConfig."""
    if not isinstance(value, Mapping) or set(map(str, value)) - {"2", "3", "4"}:
        raise BadConfig(_("Points by place are given for tables of 2, 3 and 4 players."))
    points: dict[int, tuple[Decimal, ...]] = {}
    for size, row in value.items():
        if not isinstance(row, (list, tuple)) or len(row) != int(size):
            raise BadConfig(_("A table of %(size)s needs %(size)s numbers of points.") % {"size": size})
        points[int(size)] = tuple(read_amount(amount) for amount in row)
        if any(better < worse for better, worse in zip(points[int(size)], points[int(size)][1:], strict=False)):
            raise BadConfig(_("A better place must not get fewer points than a worse one."))
    return points


def read_tie_breaks(value: object) -> tuple[str, ...]:
    """Keys of tie-breaks, each once. Raises BadConfig."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(key, str) for key in value):
        raise BadConfig(_("Tie-breaks are a list of names."))
    unknown = [key for key in value if key not in TIE_BREAKS]
    if unknown:
        raise BadConfig(_("There is no tie-break “%(key)s”.") % {"key": unknown[0]})
    if len(set(value)) != len(value):
        raise BadConfig(_("The same tie-break is named twice."))
    return tuple(value)


def read_amount(value: object) -> Decimal:
    """An amount of points with at most two decimals, from 0 to 1000. Raises BadConfig."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)):
        raise BadConfig(_("Points must be numbers."))
    try:
        amount = Decimal(str(value))
    except ArithmeticError:
        raise BadConfig(_("Points must be numbers.")) from None
    if not amount.is_finite() or not 0 <= amount <= 1000 or amount != amount.quantize(Decimal("0.01")):
        raise BadConfig(_("Points are numbers from 0 to 1000 with at most two decimals."))
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

C = TypeVar("C")


class Format(ABC, Generic[C]):
    """One tournament format. Stateless. `C` is the frozen dataclass of its settings.

    `is_bracket`: who loses enough is out, so a table needs exactly the winners that go on. `fixed_slots`: it is known
    from the start which tables a slot is fed by, so a corrected result concerns only the slots that it feeds.
    `accepts_late`: somebody may be entered after the first round.
    """

    key: str
    title: str | Promise
    description: str | Promise
    is_bracket: bool
    fixed_slots: bool = True
    accepts_late: bool = False
    settings: tuple[Setting, ...]

    def values(self, data: Mapping[str, object]) -> dict[str, Any]:
        """Every setting with its checked value; what is not given has its default. Raises BadConfig."""
        known = {setting.key for setting in self.settings}
        for key in data:
            if key not in known:
                raise BadConfig(_("%(format)s has no setting “%(key)s”.") % {"format": self.title, "key": key})
        return {setting.key: setting.read(data.get(setting.key, setting.default)) for setting in self.settings}

    def complete(self, data: Mapping[str, object]) -> dict[str, Any]:
        """The settings as they are stored: checked, with every default written out. Raises BadConfig."""
        self.read_config(data)
        return {setting.key: data.get(setting.key, setting.default) for setting in self.settings}

    def seeded(self, seeding: str, competitors: Sequence[Competitor], lot: str) -> list[Competitor]:
        """The competitors in order of seed for this stage, from the order they come in (entries, or earlier stage).

        By rating: the unrated follow in the order they come in. By draw: repeatable from `lot`.
        """
        if seeding == "rating":
            return sorted(competitors, key=lambda c: (c.rating is None, -(c.rating or 0)))
        if seeding == "draw":
            return sorted(competitors, key=lambda c: lot_number(lot, "seeding", c.id))
        return list(competitors)

    @abstractmethod
    def read_config(self, data: Mapping[str, object]) -> C:
        """The settings as a value. Raises BadConfig."""

    @abstractmethod
    def check_game(self, config: C, sizes: Sequence[int]) -> None:
        """Raises BadConfig if the game's numbers of players do not allow these settings."""

    @abstractmethod
    def check_field(self, config: C, players: int, sizes: Sequence[int]) -> None:
        """Raises BadConfig if so many players cannot play this stage."""

    @abstractmethod
    def forecast(self, config: C, players: int, sizes: Sequence[int], *, forbidden: int = 0) -> list[Concern]:
        """What so many players should know before the start: repeats that cannot be avoided, short tables, byes.

        `forbidden` is the number of pairs among them that must not meet.
        """

    @abstractmethod
    def takes(self, config: C) -> int | None:
        """The exact number of players this stage is for, or None if any number will do."""

    @abstractmethod
    def advance(self, config: C) -> int:
        """How many go on to the next stage; 0 if nobody does."""

    @abstractmethod
    def rounds(self, config: C, players: int) -> int:
        """How many rounds the stage has at most for so many players."""

    def last_round(self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> int:
        """The number of the last round as things stand. A bracket may end a round earlier than it could have."""
        return self.rounds(config, max(2, sum(competitor.active for competitor in competitors)))

    def best_of(self, config: C) -> int:
        """How many games a match has at most; it ends when one side cannot be caught."""
        return 1

    def tie_breaks(self, config: C) -> tuple[str, ...]:
        """Keys of the tie-breaks that order equal points; empty where the format itself decides."""
        return ()

    def decided(self, config: C, places: Sequence[int], *, final: bool = False) -> bool:
        """Whether these places of a table say clearly who goes on; `final`: it is the last table, which makes the
        champion. Where they do not, the organiser must rule."""
        return not self.is_bracket or places.count(1) == 1

    def groups(self, config: C, players: int) -> list[int]:
        """The group of each seed, from seed 1 on: 1, 2, ... or all 0 where a stage has no groups."""
        return [0] * players

    @abstractmethod
    def pair(self, config: C, field: Field) -> Pairing:
        """The next round. Raises BadConfig if it cannot be paired at all."""

    @abstractmethod
    def reasons(self, config: C, field: Field, tables: Sequence[PairedTable]) -> list[Reason]:
        """Why each of these tables looks as it does. Also for tables changed by hand."""

    def concerns(self, config: C, field: Field, tables: Sequence[PairedTable]) -> list[Concern]:
        """What the director should look at before publishing these tables. Also for tables changed by hand."""
        return []

    @abstractmethod
    def ranking(
        self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord], lot: str = ""
    ) -> list[Standing]:
        """The order of a stage after the tables played so far. `lot` decides what nothing else does."""

    def counted(self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> list[TableRecord]:
        """The tables as the standings count them; they differ where somebody has left a round robin."""
        return list(tables)

    def qualifiers(
        self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord], lot: str = ""
    ) -> list[int]:
        """Who goes on, in the order in which they are seeded in the next stage. Who has dropped does not."""
        standing = self.ranking(config, competitors, tables, lot)
        return [line.competitor.id for line in standing if line.competitor.active][: self.advance(config)]

    @abstractmethod
    def points(self, config: C, places: Sequence[int]) -> list[Decimal | None]:
        """Tournament points by seat for a table with these places; None where the format knows no points."""

    @abstractmethod
    def bye_points(self, config: C) -> Decimal | None:
        """Tournament points for a bye."""

    def rest_points(self, config: C) -> Decimal | None:
        """Tournament points for a bye that the player asked for."""
        return Decimal(0)

    def chart(self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> list[ChartSection]:
        """The bracket as it is drawn, with slots to come; empty for a format that has none."""
        return []
