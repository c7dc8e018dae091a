"""The games of a filter as flat rows."""

from __future__ import annotations

from analytics.frames import UNIT, points_by_source
from nabu.dashboards.facts.queries import names_of, played_tables
from nabu.dashboards.facts.statistics import Statistics
from nabu.dashboards.questions.sources.page import source_keys
from nabu.dashboards.records import Record, number


def game_records(statistics: Statistics) -> list[Record]:
    """One row for each player of each game, the latest game first, with the points by source; they sum to the score."""
    sources = source_keys(statistics.chosen.game)
    order = {game: place for place, game in enumerate(statistics.game_ids)}
    rows = points_by_source(statistics.frames, sources)
    variants = dict(zip(statistics.games["game_id"], statistics.games["variant"].astype(str), strict=True))
    tables, names = played_tables(statistics.game_ids), names_of(rows["player_id"].unique().tolist())
    by_game = sorted(rows.to_dict("records"), key=lambda row: (order[row["game_id"]], row["seat"]))
    return [
        {
            "table_id": row["game_id"],
            **tables[row["game_id"]],
            "variant": variants[row["game_id"]],
            "seat": row["seat"],
            "player_id": row["player_id"],
            "player": names.get(row["player_id"], ""),
            "rating_before": None if row["rating"] != row["rating"] else number(row["rating"]),
            "place": row["place"],
            "win": number(row["win"] / UNIT),
            "score": row["score"],
            **{source: row[source] for source in sources},
        }
        for row in by_game
        if row["game_id"] in tables
    ]
