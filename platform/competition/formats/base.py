"""What a tournament format is: its settings, how it pairs, how it ranks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Generic, TypeVar

from competition.brackets.crossing import Meetings, Rounds, knock_out
from competition.formats.settings import Setting
from competition.invalid_config import InvalidConfig
from competition.pairing.sizes import table_sizes
from competition.records import (
    INFO,
    WARNING,
    ChartSection,
    Competitor,
    Concern,
    PairedTable,
    Pairing,
    Reason,
    RoundInput,
    TableRecord,
)
from competition.seeded_draw import draw_number
from competition.standings import Standing
from competition.tie_breaks import TieBreak
from engine.message import Message

C = TypeVar("C")


def check_enough(players: int, table_size: int, sizes: Sequence[int], advance: int = 0) -> None:
    """Raises InvalidConfig if there is not a single table for so many players, or fewer play than advance."""
    if not table_sizes(players, table_size, sizes).tables:
        raise InvalidConfig(Message("field.too_few"))
    if advance > players:
        raise InvalidConfig(Message("field.fewer_than_advance", {"advance": advance, "players": players}))


def size_concern(rounds: int, matches: int) -> Concern:
    """How much there is to play."""
    return Concern(INFO, Message("forecast.size", {"rounds": rounds, "matches": matches}), key="size")


def ignored_pairs(forbidden: int) -> list[Concern]:
    """Before the start: so many pairs must not meet, and this format does not keep them apart."""
    if not forbidden:
        return []
    return [Concern(WARNING, Message("forecast.forbidden_ignored", {"count": forbidden}), key="forbidden")]


class Format(ABC, Generic[C]):
    """One tournament format. Stateless. `C` is the frozen dataclass of its settings.

    `annuls_early_leavers`: who leaves before half of the games has met nobody. `is_bracket`: who loses enough is out,
    so a table needs exactly the winners that go on. `fixed_slots`: it is known from the start which tables a slot is
    fed by, so a corrected result concerns only the slots that it feeds. `accepts_late`: somebody may be entered after
    the first round. `length_depends_on_results`: the number of rounds is not known from the settings and the number of
    active competitors alone. `new_settings`: keys that the last release does not know.
    """

    key: str
    is_bracket: bool
    annuls_early_leavers: bool = False
    fixed_slots: bool = True
    accepts_late: bool = False
    length_depends_on_results: bool = True
    settings: tuple[Setting, ...]
    new_settings: tuple[str, ...] = ()

    @property
    def title(self) -> Message:
        """What it is called."""
        return Message(f"format.{self.key}.title")

    @property
    def description(self) -> Message:
        """How it goes, in a sentence or two."""
        return Message(f"format.{self.key}.description")

    def values(self, data: Mapping[str, object]) -> dict[str, Any]:
        """Every setting with its checked value; what is not given has its default. Raises InvalidConfig."""
        known = {setting.key for setting in self.settings}
        for key in data:
            if key not in known:
                raise InvalidConfig(Message("config.unknown_setting", {"format": self.title, "key": key}))
        return {setting.key: setting.read(data.get(setting.key, setting.default)) for setting in self.settings}

    def complete(self, data: Mapping[str, object]) -> dict[str, Any]:
        """The settings as they are stored: checked, with every default written out. Raises InvalidConfig.

        New settings at their default are left out: the last release, beside this version during an update or when a
        site goes back to it, refuses stages with settings that it does not know.
        """
        self.read_config(data)
        values = self.values(data)
        return {
            setting.key: data.get(setting.key, setting.default)
            for setting in self.settings
            if setting.key not in self.new_settings or values[setting.key] != setting.read(setting.default)
        }

    def seeded(self, seeding: str, competitors: Sequence[Competitor], lot: str) -> list[Competitor]:
        """The competitors in order of seed for this stage, from the order they come in (entries, or earlier stage).

        By rating: by strength; the unrated follow in the order they come in. By draw: repeatable from `lot`.
        """
        if seeding == "rating":
            return sorted(competitors, key=lambda c: (c.strength is None, -(c.strength or 0)))
        if seeding == "draw":
            return sorted(competitors, key=lambda c: draw_number(lot, "seeding", c.id))
        return list(competitors)

    @abstractmethod
    def read_config(self, data: Mapping[str, object]) -> C:
        """The settings as a value. Raises InvalidConfig."""

    def table_size(self, config: C) -> int:
        """How many sit at a full table."""
        return 2

    def check_game(self, config: C, sizes: Sequence[int]) -> None:
        """Raises InvalidConfig if the game's numbers of players do not allow these settings."""
        size = self.table_size(config)
        if size not in sizes:
            raise InvalidConfig(Message("field.table_size", {"size": size}))

    def no_stand_ins(self, config: C) -> Message | None:
        """Why nobody can stand in: the tables are fixed from the start. None where stand-ins fill tables."""
        return Message("format.no_stand_ins", {"format": self.title})

    def late_tables(
        self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord]
    ) -> list[TableRecord]:
        """Records of the points that late entries have for the rounds they missed (`competition.late_entries`). They
        belong to the tables that this format ranks and pairs from."""
        return []

    @abstractmethod
    def check_field(self, config: C, players: int, sizes: Sequence[int]) -> None:
        """Raises InvalidConfig if so many players cannot play this stage."""

    @abstractmethod
    def forecast(self, config: C, players: int, sizes: Sequence[int], *, forbidden: int = 0) -> list[Concern]:
        """What so many players should know before the start: repeats that cannot be avoided, short tables, byes.

        `forbidden` is the number of pairs among them that must not meet.
        """

    def takes(self, config: C) -> int | None:
        """The exact number of players this stage is for, or None if any number will do."""
        return None

    @abstractmethod
    def advance(self, config: C) -> int:
        """How many go on to the next stage; 0 if nobody does."""

    @abstractmethod
    def rounds(self, config: C, players: int) -> int:
        """How many rounds the stage has at most for so many players."""

    def last_round(self, config: C, competitors: Sequence[Competitor], tables: Sequence[TableRecord]) -> int:
        """The number of the last round as things stand. A bracket may end a round earlier than it could have."""
        return self.rounds(config, max(2, sum(competitor.active for competitor in competitors)))

    def round_title(
        self,
        config: C,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        number: int,
        paired: Sequence[PairedTable] = (),
    ) -> Message:
        """What a round is called: "Round 3", or "Final" where the bracket knows it. `tables` are those so far, `paired`
        those of this round if they are known already."""
        return Message("bracket.round", {"number": number})

    def only_pairing(self, config: C, field: RoundInput) -> bool | None:
        """Whether no other pairing of this round is as good as the one that `pair` makes; None if that is not known."""
        return None

    def best_of(self, config: C) -> int:
        """How many games a match has at most; it ends when one side cannot be caught."""
        return 1

    def tie_breaks(self, config: C) -> tuple[str, ...]:
        """Keys of the tie-breaks that order equal points; empty where the format itself decides."""
        return ()

    def offers(self, tie_break: TieBreak) -> bool:
        """Whether organisers may choose it. A stage that has another one already keeps it."""
        return not tie_break.replaced

    def decided(self, config: C, places: Sequence[int], *, final: bool = False, absent: Collection[int] = ()) -> bool:
        """Whether these places of a table say clearly who goes on; `final`: it is the last table, which makes the
        champion. Where they do not, the organiser must rule. The seats that are `absent` never go on."""
        return not self.is_bracket or places.count(1) == 1

    def groups(self, config: C, players: int) -> list[int]:
        """The group of each seed, from seed 1 on: 1, 2, ... or all 0 where a stage has no groups."""
        return [0] * players

    @abstractmethod
    def pair(self, config: C, field: RoundInput) -> Pairing:
        """The next round. Raises InvalidConfig if it cannot be paired at all."""

    @abstractmethod
    def reasons(self, config: C, field: RoundInput, tables: Sequence[PairedTable]) -> list[Reason]:
        """Why each of these tables looks as it does. Also for tables changed by hand."""

    def concerns(self, config: C, field: RoundInput, tables: Sequence[PairedTable]) -> list[Concern]:
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

    def meetings(self, config: C, players: int) -> Sequence[Rounds]:
        """When the seeds of this stage can first meet, for an earlier one that keeps members of a group apart. What
        is no bracket is taken for a knock-out."""
        return knock_out(players)

    def qualifiers(
        self,
        config: C,
        competitors: Sequence[Competitor],
        tables: Sequence[TableRecord],
        lot: str = "",
        meetings: Meetings = knock_out,
    ) -> list[int]:
        """Who goes on, in the order in which they are seeded in the next stage, which has these `meetings`. Who has
        dropped does not."""
        standing = self.ranking(config, competitors, tables, lot)
        return [line.competitor.id for line in standing if line.competitor.active][: self.advance(config)]

    @abstractmethod
    def points(self, config: C, places: Sequence[int]) -> list[Fraction | None]:
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
