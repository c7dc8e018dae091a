"""The tables of the dashboards as flat rows: one and the same for CSV and API. Names of columns are for machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from analytics.intervals import Interval
from analytics.sources import PlayerSources, SourceCourse, SourceTotals, WinnersAgainstRest

Value = str | int | float | None
Record = dict[str, Value]


def source_records(totals: Mapping[str, SourceTotals]) -> list[Record]:
    """One row for each variant and source; the variant "" is all of them together."""
    return [
        {
            "variant": variant,
            "games": row.games,
            "player_games": row.player_games,
            "mean_score": number(row.mean_score),
            **ends("mean_score", row.score_interval),
            "source": share.source,
            "points_per_game": number(share.mean),
            **ends("points_per_game", share.interval),
            "share": number(share.share),
        }
        for variant, row in totals.items()
        for share in row.sources
    ]


def player_records(rows: Iterable[PlayerSources], names: Mapping[int, str]) -> list[Record]:
    """One row for each player and source."""
    return [
        {
            "player_id": row.player_id,
            "player": names.get(row.player_id, ""),
            "games": row.games,
            "wins": number(row.wins),
            "mean_score": number(row.mean_score),
            **ends("mean_score", row.score_interval),
            "source": share.source,
            "points_per_game": number(share.mean),
            **ends("points_per_game", share.interval),
            "share": number(share.share),
        }
        for row in rows
        for share in row.sources
    ]


def winner_records(contrast: WinnersAgainstRest) -> list[Record]:
    """One row for each source."""
    return [
        {
            "source": row.source,
            "games": contrast.games,
            "winners": number(row.winners),
            "rest": number(row.rest),
            "difference": number(row.difference),
            **ends("difference", row.interval),
            "q_value": number(row.q),
            "winners_share": number(row.winners_share),
            "rest_share": number(row.rest_share),
        }
        for row in contrast.sources
    ]


def course_records(rows: Iterable[SourceCourse]) -> list[Record]:
    """One row for each source and quarter of the game."""
    return [
        {"source": row.source, "quarter": quarter, "winners": number(winners), "rest": number(rest)}
        for row in rows
        for quarter, (winners, rest) in enumerate(zip(row.winners, row.rest, strict=True), start=1)
    ]


def ends(name: str, interval: Interval | None) -> Record:
    """The two ends of an interval as columns."""
    return {
        f"{name}_low": number(interval.low if interval else None),
        f"{name}_high": number(interval.high if interval else None),
    }


def number(value: float | None) -> float | None:
    """As many digits as a reader may want, so that every way of reading gives the same."""
    return None if value is None else round(float(value), 6)
