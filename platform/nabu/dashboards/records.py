"""The tables of the dashboards as flat rows: one and the same for CSV and API. Names of columns are for machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analytics.cards import CardTable
from analytics.frames import build_frames, points_by_source
from analytics.intervals import Interval
from analytics.sources import PlayerSources, WinnersAgainstRest
from nabu.dashboards.queries import GameOnRecord

Value = str | int | float | None
Record = dict[str, Value]


def source_records(rows: Iterable[PlayerSources]) -> list[Record]:
    """One row for each player and source."""
    return [
        {
            "player_id": row.player_id,
            "player": row.player,
            "games": row.games,
            "wins": _number(row.wins),
            "mean_score": _number(row.mean_score),
            **_ends("mean_score", row.score_interval),
            "source": share.source,
            "points_per_game": _number(share.mean),
            **_ends("points_per_game", share.interval),
            "share": _number(share.share),
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
            "winners": _number(row.winners),
            "rest": _number(row.rest),
            "difference": _number(row.difference),
            **_ends("difference", row.interval),
            "winners_share": _number(row.winners_share),
            "rest_share": _number(row.rest_share),
        }
        for row in contrast.sources
    ]


def card_records(tables: Iterable[CardTable]) -> list[Record]:
    """One row for each card that was on offer, kind by kind."""
    return [
        {
            "kind": table.kind,
            "card": row.card,
            "offered": row.offered,
            "taken": row.taken,
            "taken_rate": _number(row.taken_rate),
            **_ends("taken_rate", row.taken_interval),
            "mean_turn": _number(row.mean_turn),
            "takers": row.takers.count,
            "wins": _number(row.takers.wins),
            "win_rate": _number(row.takers.rate),
            **_ends("win_rate", row.takers.interval),
            "expected": _number(row.takers.expected),
            "above_expectation": _number(row.takers.above),
            "sample": row.takers.sample,
        }
        for table in tables
        for row in table.rows
    ]


def game_records(games: Sequence[GameOnRecord], sources: Sequence[str]) -> list[Record]:
    """One row for each player of each game, with the points by source; they sum to the score."""
    by_id = {on_record.table.pk: on_record for on_record in games}
    table = points_by_source(build_frames([on_record.game for on_record in games]), sources)
    records: list[Record] = []
    for row in table.to_dict("records"):
        played = by_id[row["game_id"]].table
        round_, log = played.round, played.log
        records.append(
            {
                "table_id": played.pk,
                "confirmed_at": played.confirmed_at.isoformat() if played.confirmed_at else None,
                "tournament_id": round_.stage.tournament_id,
                "tournament": round_.stage.tournament.name,
                "round": round_.number,
                "table": played.number,
                "log_sha256": log.sha256 if log else None,
                "seat": row["seat"],
                "player_id": row["player_id"],
                "player": row["player"],
                "place": row["place"],
                "win": _number(row["win"]),
                "score": row["score"],
                **{source: row[source] for source in sources},
            }
        )
    return records


def _ends(name: str, interval: Interval | None) -> Record:
    return {
        f"{name}_low": _number(interval.low if interval else None),
        f"{name}_high": _number(interval.high if interval else None),
    }


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
