"""The tables that can be downloaded and asked for by name: the same rows in the CSV and in the API."""

from __future__ import annotations

from collections.abc import Callable

from analytics.seats import seat_tables
from analytics.sources import by_variant, course, source_totals, sources_by_player, winners_against_rest
from analytics.variants_stats import variant_rows
from nabu.dashboards.facts.queries import names_of
from nabu.dashboards.facts.statistics import Statistics
from nabu.dashboards.questions.cards.page import cards_of, tables_of_cards
from nabu.dashboards.questions.game_records import game_records
from nabu.dashboards.questions.rows import card_records, seat_records, variant_records
from nabu.dashboards.questions.sources.page import source_keys
from nabu.dashboards.questions.variants.page import against_base
from nabu.dashboards.records import Record, course_records, player_records, source_records, winner_records


def sources_table(statistics: Statistics) -> list[Record]:
    """Points by source, all together and by variant."""
    keys = source_keys(statistics.chosen.game)
    together = source_totals(statistics.sums, keys)
    everything = {"": together} if together is not None else {}
    return source_records({**everything, **by_variant(statistics.sums, keys)})


def players_table(statistics: Statistics) -> list[Record]:
    """Points by player and source, everybody."""
    rows = sources_by_player(statistics.frames, source_keys(statistics.chosen.game))
    return player_records(rows, names_of([row.player_id for row in rows]))


def winners_table(statistics: Statistics) -> list[Record]:
    """Winners against the others by source."""
    return winner_records(winners_against_rest(statistics.sums, source_keys(statistics.chosen.game)))


def course_table(statistics: Statistics) -> list[Record]:
    """Winners and the others by source and quarter of the game."""
    return course_records(course(statistics.sums, source_keys(statistics.chosen.game)))


def cards_table(statistics: Statistics) -> list[Record]:
    """The cards, raw and adjusted."""
    return card_records(tables_of_cards(statistics, cards_of(statistics)))


def seats_table(statistics: Statistics) -> list[Record]:
    """The seats by number of players."""
    return seat_records(seat_tables(statistics.sums))


def variants_table(statistics: Statistics) -> list[Record]:
    """The variants, each against the one with most games."""
    sources = by_variant(statistics.sums, source_keys(statistics.chosen.game))
    return variant_records(variant_rows(statistics.sums), sources, against_base(statistics))


TABLES: dict[str, Callable[[Statistics], list[Record]]] = {
    "sources": sources_table,
    "players": players_table,
    "winners": winners_table,
    "course": course_table,
    "cards": cards_table,
    "seats": seats_table,
    "variants": variants_table,
    "games": game_records,
}
"""What can be downloaded, by the name in the address."""
