"""What a tie-break is, the registry of all of them, and how a value is shown as a sum.

A tie-break says of each competitor which parts its value has; the value is their sum, divided and rounded as the parts
say. Where that would be too slow for large fields, `at_once` computes the same numbers directly; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from competition.tie_breaks.played import ABSENT, BYE, FORFEIT_LOSS, FORFEIT_WIN, GAME, LATE, REQUESTED, Line, Played
from engine.message import Message, verbatim

NO_GAME = {
    BYE: Message("part.bye"),
    REQUESTED: Message("part.requested"),
    LATE: Message("part.late"),
    FORFEIT_WIN: Message("part.won"),
    FORFEIT_LOSS: Message("part.lost"),
    ABSENT: Message("part.absent"),
}
"""What a round was in which there was no game."""


class Part(NamedTuple):
    """One addend: its value, the round and the competitors it comes from, whether it counts, and why (not).

    `proof` is that of the table's record, where the addend is the points of one table.
    """

    value: Fraction
    round: int = 0
    others: tuple[int, ...] = ()
    used: bool = True
    note: Message | None = None
    proof: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """A value as a sum: the parts that count, divided by `divisor`, plus `rounding`."""

    parts: Sequence[Part]
    divisor: int = 1
    rounding: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction:
        return sum((part.value for part in self.parts if part.used), Fraction(0)) / self.divisor + self.rounding


def mean(parts: Sequence[Part]) -> Parts:
    """The average of the parts that count; 0 if there are none."""
    return Parts(parts, max(1, sum(part.used for part in parts)))


def rounded(parts: Parts) -> Parts:
    """The same value to the nearest whole number, a half upwards."""
    value = parts.value
    return Parts(parts.parts, parts.divisor, Fraction((2 * value + 1) // 2) - value)


PartsOf = Callable[[int, Played], Parts]
PartsOfGroup = Callable[[Sequence[int], Played], Mapping[int, Parts]]
Ratio = tuple[int, int]
"""A value as numerator and denominator, which need not be in lowest terms: reducing them takes longer than the rest."""


def fractions_of(ratios: Mapping[int, Ratio]) -> dict[int, Fraction]:
    """The values of competitors as numbers."""
    return {id_: Fraction(above, below) for id_, (above, below) in ratios.items()}


RatiosOf = Callable[[Iterable[int], Played], dict[int, Ratio]]
ValuesOfGroup = Callable[[Sequence[int], Played], dict[int, Fraction]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A named way to tell apart who has the same points.

    `code` is the short name in tables, `version` names the rules and their year, `tables_of_two` means that it is
    defined only where two play each other. `lower_is_better`: the smaller value is ahead. Exactly one of `parts` and
    `of_group` is set; the second looks at all who are still level with each other, and says nothing about the others.
    `values_of_group` goes with it: the same values without what explains them. `replaced`: there is a better version,
    and only stages that have this one already keep it.
    """

    key: str
    code: str
    version: Message
    tables_of_two: bool = False
    lower_is_better: bool = False
    parts: PartsOf | None = None
    at_once: RatiosOf | None = None
    of_group: PartsOfGroup | None = None
    values_of_group: ValuesOfGroup | None = None
    replaced: bool = False

    @property
    def name(self) -> Message:
        """What it is called."""
        return Message(f"tie_break.{self.key}.name")

    @property
    def definition(self) -> Message:
        """What its value is, in a sentence or two."""
        return Message(f"tie_break.{self.key}.definition")

    def ratios(self, competitors: Iterable[int], played: Played) -> dict[int, Ratio]:
        """The value of each of these competitors; for one `of_group` they are those who are level."""
        if self.values_of_group is not None:
            level = self.values_of_group(list(competitors), played)
            return {id_: value.as_integer_ratio() for id_, value in level.items()}
        if self.at_once is not None:
            return self.at_once(competitors, played)
        assert self.parts is not None
        return {id_: self.parts(id_, played).value.as_integer_ratio() for id_ in competitors}


TIE_BREAKS: dict[str, TieBreak] = {}
"""All tie-breaks by key, in the order in which they are offered."""


def tie_break(
    key: str,
    code: str,
    version: Message,
    *,
    tables_of_two: bool = False,
    lower_is_better: bool = False,
    at_once: RatiosOf | None = None,
    replaced: bool = False,
) -> Callable[[PartsOf], PartsOf]:
    """Put the function into the registry."""

    def register(parts: PartsOf) -> PartsOf:
        TIE_BREAKS[key] = TieBreak(
            key, code, version, tables_of_two, lower_is_better, parts=parts, at_once=at_once, replaced=replaced
        )
        return parts

    return register


def group_tie_break(
    key: str, code: str, version: Message, *, values: ValuesOfGroup
) -> Callable[[PartsOfGroup], PartsOfGroup]:
    """Put a function that looks at all who are level into the registry."""

    def register(parts: PartsOfGroup) -> PartsOfGroup:
        TIE_BREAKS[key] = TieBreak(key, code, version, of_group=parts, values_of_group=values)
        return parts

    return register


@dataclass(frozen=True, slots=True)
class Term:
    """One addend as people read it. `used` is False for what was cut or does not count."""

    label: Message | None
    value: Fraction
    used: bool
    note: Message | None
    proof: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """A value and where it comes from: the used terms' sum, divided by `divisor`, plus `rounding`, is `value`."""

    value: Fraction
    terms: tuple[Term, ...]
    divisor: int
    rounding: Fraction


def explain(key: str, competitor: int, played: Played, level: Sequence[int] = ()) -> Sum | None:
    """The value of a tie-break as a sum. `level` are those who were level when one `of_group` was applied.

    None if it was not applied to this competitor, because nobody was level with it.
    """
    chosen = TIE_BREAKS[key]
    if chosen.of_group is not None:
        if competitor not in level:
            return None
        parts = chosen.of_group(level, played)[competitor]
    else:
        assert chosen.parts is not None
        parts = chosen.parts(competitor, played)
    return shown(parts, played)


def points_sum(competitor: int, played: Played) -> Sum:
    """The tournament points, round by round, less the penalty."""
    parts = [
        Part(played.points(line.points), line.round, line.others, note=_note(line), proof=_proof(line))
        for line in played.lines[competitor]
    ]
    penalty = played.competitors[competitor].penalty
    if penalty:
        parts.append(Part(-Fraction(penalty), note=Message("part.penalty")))
    return shown(Parts(parts), played)


def _note(line: Line) -> Message | None:
    if line.table is not None and line.table.stand_ins and line.kind in (BYE, GAME):
        return Message("part.stand_in_alone" if line.kind == BYE else "part.stand_in")
    return NO_GAME.get(line.kind)


def _proof(line: Line) -> str:
    return line.table.proof if line.table is not None else ""


def shown(parts: Parts, played: Played) -> Sum:
    """The parts with names and words."""
    terms = tuple(Term(_label(part, played), part.value, part.used, part.note, part.proof) for part in parts.parts)
    return Sum(parts.value, terms, parts.divisor, parts.rounding)


def _label(part: Part, played: Played) -> Message | None:
    names = ", ".join(played.competitors[id_].name for id_ in part.others if id_ in played.competitors)
    if part.round and names:
        return Message("part.round_against", {"number": part.round, "names": names})
    if part.round:
        return Message("part.round", {"number": part.round})
    return verbatim(names) if names else None
