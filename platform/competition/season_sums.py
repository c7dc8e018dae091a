"""The line of a player in a season as sums: the points, and what decided between equal ones, term by term."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from competition.season import EventScore, SeasonLine, SeasonTieBreak
from competition.tie_breaks import Sum, Term
from engine.message import Message, verbatim

NAMES = {
    SeasonTieBreak.FIRST_PLACES: Message("season.first_places.name"),
    SeasonTieBreak.BEST_RESULT: Message("season.best_result.name"),
    SeasonTieBreak.EVENTS: Message("season.events_played.name"),
    SeasonTieBreak.LAST_EVENT: Message("season.last_event.name"),
}
"""What the tie-breaks are called."""

DEFINITIONS = {
    SeasonTieBreak.FIRST_PLACES: Message("season.first_places.definition"),
    SeasonTieBreak.BEST_RESULT: Message("season.best_result.definition"),
    SeasonTieBreak.EVENTS: Message("season.events_played.definition"),
    SeasonTieBreak.LAST_EVENT: Message("season.last_event.definition"),
}
"""What their values are."""

ONE, ZERO = Fraction(1), Fraction(0)


def season_sum(line: SeasonLine, titles: Mapping[int, str]) -> Sum:
    """The points event by event; dropped results are terms that are not used. `titles` are names of the events."""
    return Sum(line.points, tuple(_term(score, titles, score.points, score.counts) for score in line.events), 1, ZERO)


def tie_break_sums(line: SeasonLine, titles: Mapping[int, str], last: int) -> dict[SeasonTieBreak, Sum | None]:
    """The same for each tie-break; None where the player was level with nobody. `last` is the last event."""
    if not line.tie_breaks:
        return dict.fromkeys(SeasonTieBreak)
    best = max(line.events, key=lambda score: score.points)
    terms = {
        SeasonTieBreak.FIRST_PLACES: [
            _term(score, titles, ONE) for score in line.events if score.counts and score.place == 1
        ],
        SeasonTieBreak.BEST_RESULT: [_term(best, titles, best.points)],
        SeasonTieBreak.EVENTS: [_term(score, titles, ONE) for score in line.events],
        SeasonTieBreak.LAST_EVENT: [_term(score, titles, score.points) for score in line.events if score.event == last],
    }
    values = dict(zip(SeasonTieBreak, line.tie_breaks, strict=True))
    return {key: Sum(values[key], tuple(found), 1, ZERO) for key, found in terms.items()}


def _term(score: EventScore, titles: Mapping[int, str], value: Fraction, used: bool = True) -> Term:
    note = Message("season.place" if used else "season.dropped", {"place": score.place, "size": score.size})
    return Term(verbatim(titles[score.event]), value, used, note)
