"""A bracket as it is drawn: where each slot stands, which lines join them, how a large one is cut into sheets.

Heights are counted in slots: a slot is one high, whatever that is on a screen or on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

Place = tuple[int, int]
"""The round and the slot of a table."""


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """A line of a slot: an entry, or in words who will come; neither: a bye. `seed` is that of the stage."""

    entry: int | None
    name: str
    seed: int | None
    coming: str
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A match of the bracket. `table` is the id of its table (of the first game), None while nobody is paired there.

    `feeds` is where the winner goes on; None at the end and where the tables of the next round are made anew. `proof`
    is a word of the platform for what the result is worth; of several games the weakest.
    """

    round: int
    slot: int
    name: str
    table: int | None
    seats: tuple[BracketSeat, ...]
    feeds: Place | None
    proof: str = ""

    @property
    def place(self) -> Place:
        return self.round, self.slot

    @property
    def has_bye(self) -> bool:
        """Somebody goes on without a game."""
        empty = [seat.entry is None and not seat.coming for seat in self.seats]
        return len(empty) == 1 or (any(empty) and not all(empty))


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """A column: its title and its slots from top to bottom."""

    title: str
    slots: tuple[BracketSlot, ...]


@dataclass(frozen=True, slots=True)
class BracketSection:
    """A part that is drawn by itself. Draft rounds are in none."""

    title: str
    columns: tuple[BracketColumn, ...]


@dataclass(frozen=True, slots=True)
class DrawnColumn:
    """A column with the top of each slot, as CSS numbers, and the lines to the next column as an SVG path."""

    title: str
    slots: tuple[tuple[str, BracketSlot], ...]
    lines: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A section that can be drawn. `rows` is its height in slots, `seats` the seats of its largest slot."""

    title: str
    rows: str
    seats: int
    columns: tuple[DrawnColumn, ...]

    @property
    def fits_a_sheet(self) -> bool:
        """Whether its lines can still be read on one sheet of paper."""
        return float(self.rows) * self.seats <= SHEET_ROWS * 2


SHEET_ROWS, SHEET_COLUMNS = 16, 6
"""What is readable on one sheet in landscape, with two seats in a slot."""


def draw(section: BracketSection) -> Drawing:
    """Every slot in the middle of those that feed it. What is fed by nothing stands in the order it comes in.

    A slot that belongs to no line at all (the game for the third place) stands under the one above it in its column.
    """
    tops = _tops(section)
    rows = max(tops.values(), default=0.0) + 1
    columns = []
    for at, column in enumerate(section.columns):
        after = {slot.place for slot in section.columns[at + 1].slots} if at + 1 < len(section.columns) else set()
        lines = "".join(
            f"M0 {tops[slot.place] + 0.5:g}H1V{tops[slot.feeds] + 0.5:g}H2"
            for slot in column.slots
            if slot.feeds is not None and slot.feeds in after
        )
        slots = tuple((f"{tops[slot.place]:g}", slot) for slot in column.slots)
        columns.append(DrawnColumn(column.title, slots, lines))
    seats = max((len(slot.seats) for slot in _slots(section)), default=2)
    return Drawing(section.title, f"{rows:g}", max(2, seats), tuple(columns))


def sheets(section: BracketSection, rows: int = SHEET_ROWS, columns: int = SHEET_COLUMNS) -> list[BracketSection]:
    """The section in parts that fit a sheet each: branches side by side first, then what they lead to.

    A part ends with the column that the next one begins with. Without lines there is nothing to cut along.
    """
    feeders = _feeders(section)
    if not feeders or (_height(section) <= rows and len(section.columns) <= columns):
        return [section]
    last = 0
    for at, column in enumerate(section.columns[:columns]):
        if all(len(_branch(slot.place, feeders)[1]) <= rows for slot in column.slots):
            last = at
    if last == 0:
        return [section]
    parts: list[BracketSection] = []
    held: set[Place] = set()
    height = 0
    for slot in section.columns[last].slots:
        branch, leaves = _branch(slot.place, feeders)
        if held and height + len(leaves) > rows:
            parts.append(_only(section, held, last))
            held, height = set(), 0
        held |= branch
        height += len(leaves)
    parts.append(_only(section, held, last))
    rest = replace(section, columns=section.columns[last:])
    if len(rest.columns) == 1:
        return parts
    return [*parts, *sheets(rest, rows, columns)]


def _slots(section: BracketSection) -> Iterator[BracketSlot]:
    return (slot for column in section.columns for slot in column.slots)


def _feeders(section: BracketSection) -> dict[Place, list[Place]]:
    """By slot those of the section whose winners come there, from top to bottom."""
    here = {slot.place for slot in _slots(section)}
    feeders: dict[Place, list[Place]] = {}
    for slot in _slots(section):
        if slot.feeds in here and slot.feeds is not None:
            feeders.setdefault(slot.feeds, []).append(slot.place)
    return feeders


def _branch(root: Place, feeders: dict[Place, list[Place]]) -> tuple[set[Place], list[Place]]:
    """Everything that leads to a slot, with it; and of that what nothing leads to, from top to bottom."""
    places = {root}
    leaves = [] if root in feeders else [root]
    for place in feeders.get(root, ()):
        more, ends = _branch(place, feeders)
        places |= more
        leaves += ends
    return places, leaves


def _height(section: BracketSection) -> float:
    return max(_tops(section).values(), default=0.0) + 1


def _only(section: BracketSection, places: set[Place], last: int) -> BracketSection:
    """These slots of the columns up to this one."""
    columns = [
        replace(column, slots=tuple(slot for slot in column.slots if slot.place in places))
        for column in section.columns[: last + 1]
    ]
    return replace(section, columns=tuple(column for column in columns if column.slots))


def _tops(section: BracketSection) -> dict[Place, float]:
    """The top of each slot, from 0."""
    feeders = _feeders(section)
    if not feeders:
        return _evenly(section.columns)
    tops: dict[Place, float] = {}
    rows = 0.0

    def stand(place: Place) -> None:
        nonlocal rows
        for feeder in feeders.get(place, ()):
            stand(feeder)
        if place in feeders:
            tops[place] = sum(tops[feeder] for feeder in feeders[place]) / len(feeders[place])
        else:
            tops[place] = rows
            rows += 1

    here = {slot.place for slot in _slots(section)}
    ends = [slot for slot in _slots(section) if slot.feeds not in here]
    alone = [slot for slot in ends if slot.place not in feeders]
    for slot in ends:
        if slot.place in feeders:
            stand(slot.place)
    for slot in alone:
        column = next(column for column in section.columns if slot in column.slots)
        tops[slot.place] = max((tops[s.place] + 1.25 for s in column.slots if s.place in tops), default=rows)
    return tops


def _evenly(columns: Sequence[BracketColumn]) -> dict[Place, float]:
    """Tables that are made anew in every round: each column in the middle."""
    rows = max((len(column.slots) for column in columns), default=0)
    return {
        slot.place: at + (rows - len(column.slots)) / 2 for column in columns for at, slot in enumerate(column.slots)
    }
