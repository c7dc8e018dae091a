"""A bracket as it is drawn: sections, columns, matches, and in words who is to come."""

from __future__ import annotations

from collections.abc import Callable

from competition.brackets.plan import FINALS, LOSERS, WINNERS, Match, Plan, Source
from competition.brackets.progress import UNKNOWN, Progress, Side
from competition.records import ChartColumn, ChartSeat, ChartSection, ChartSlot, SeatRecord
from engine.message import Message, verbatim

TITLES = (Message("bracket.final"), Message("bracket.semi_finals"), Message("bracket.quarter_finals"))
"""The last rounds of a knock-out, from the end."""


def round_title(number: int, total: int) -> Message:
    """What a knock-out round is called."""
    return TITLES[total - number] if total - number < len(TITLES) else _round(number)


def seat_line(seat: SeatRecord, won: bool) -> ChartSeat:
    """Who sits there, with the score; a dash for who did not come."""
    score = "–" if seat.absent else "" if seat.score is None else str(seat.score)
    return ChartSeat(seat.competitor, score=score, won=won)


def draw_single(plan: Plan, progress: Progress) -> list[ChartSection]:
    """A single elimination: one section, a column for each round; the game for the third place under the final."""
    total = plan.size.bit_length() - 1
    return [
        ChartSection(
            Message("bracket.title"), _columns(plan, progress, WINNERS, lambda number: round_title(number, total))
        )
    ]


def draw_double(plan: Plan, progress: Progress) -> list[ChartSection]:
    """A double elimination: winners' bracket, losers' bracket, grand final. A reset is drawn until it is not needed."""
    last = plan.size.bit_length() - 1
    titles: dict[str, Callable[[int], Message]] = {
        WINNERS: lambda number: Message("bracket.winners_final") if number == last else _round(number),
        LOSERS: lambda number: (
            Message("bracket.losers_final")
            if number == 2 * last - 2
            else Message("bracket.losers_round", {"number": number})
        ),
        FINALS: lambda number: Message("bracket.grand_final" if number == 1 else "bracket.second_final_if_needed"),
    }
    parts = ((WINNERS, "bracket.winners"), (LOSERS, "bracket.losers"), (FINALS, "bracket.grand_final"))
    drawn = [ChartSection(Message(title), _columns(plan, progress, part, titles[part])) for part, title in parts]
    return [section for section in drawn if section.columns]


def is_single_final(match: Match, plan: Plan) -> bool:
    """Whether it is the final of a single elimination, with two players left."""
    return match.name.startswith("M") and not match.third_place and match.round == plan.size.bit_length() - 1


def match_name(match: Match, plan: Plan) -> Message:
    """What people call a match."""
    if match.third_place:
        return Message("bracket.third_place")
    if match.reset:
        return Message("bracket.second_final")
    if match.part == FINALS:
        return Message("bracket.grand_final")
    if is_single_final(match, plan):
        return Message("bracket.final")
    return verbatim(match.name)


def _round(number: int) -> Message:
    return Message("bracket.round", {"number": number})


def _columns(plan: Plan, progress: Progress, part: str, title: Callable[[int], Message]) -> tuple[ChartColumn, ...]:
    """The columns of a part. Matches that nobody can ever come to are left out."""
    columns: dict[int, list[ChartSlot]] = {}
    for match in plan.matches:
        left_out = match.reset and progress.reset is False and progress.tables[match.index] is None
        if match.part == part and any(plan.fed[match.index]) and not left_out:
            columns.setdefault(match.column, []).append(_slot(plan, progress, match))
    return tuple(ChartColumn(title(number), tuple(slots)) for number, slots in sorted(columns.items()))


def _slot(plan: Plan, progress: Progress, match: Match) -> ChartSlot:
    feeds = plan.winner_to.get(match.index)
    if feeds is not None and feeds.reset and progress.reset is False:
        feeds = None
    first, second = progress.sides[match.index]
    sources: tuple[Source | None, ...] = match.sources or (None, None)
    return ChartSlot(
        match.round,
        match.slot,
        match_name(match, plan),
        (
            _seat(plan, progress, match, first, sources[0], plan.fed[match.index][0]),
            _seat(plan, progress, match, second, sources[1], plan.fed[match.index][1]),
        ),
        (feeds.round, feeds.slot) if feeds is not None else None,
    )


def _seat(plan: Plan, progress: Progress, match: Match, side: Side, source: Source | None, fed: bool) -> ChartSeat:
    if side is None or not fed:
        return ChartSeat()
    if side == UNKNOWN:
        return ChartSeat(coming=_coming(plan, match, source))
    table = progress.tables[match.index]
    for seat in table.seats if table is not None else ():
        if seat.competitor == side:
            return seat_line(seat, won=side == progress.winners[match.index])
    return ChartSeat(side)


def _coming(plan: Plan, match: Match, source: Source | None) -> Message | None:
    """Who will sit there."""
    if source is None or match.reset:
        return None
    through = plan.through(source)
    name = match_name(plan.matches[through.match], plan)
    return Message("bracket.loser_of" if through.loser else "bracket.winner_of", {"match": name})
