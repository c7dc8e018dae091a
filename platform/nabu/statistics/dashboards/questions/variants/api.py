"""How variants differ, for machines: rows of CSV and API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.findings import FINDINGS
from analytics.intervals import Interval
from analytics.sources import by_variant
from analytics.variants_stats import Difference, variant_rows
from nabu.core.spreadsheet import Record, ends, number
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.sources.page import source_keys
from nabu.statistics.dashboards.questions.table_api import CountedTable, TableView, described
from nabu.statistics.dashboards.questions.variants.page import against_base
from nabu.web.rest.base import nullable


def variant_records(statistics: Statistics) -> list[Record]:
    """One row for each variant and measure; a measure "source:KEY" is the points of a player from a source.

    The base is the variant with most games. The columns of the difference are this variant minus the base, within the
    numbers of players that both have. "seat_spread" is `analytics.balance.Balance.spread`.
    """
    sources = by_variant(statistics.sums, source_keys(statistics.chosen.game))
    comparisons = against_base(statistics)
    records: list[Record] = []
    for row in variant_rows(statistics.sums):
        comparison = comparisons.get(row.variant)
        differences: dict[str, Difference] = {}
        if comparison is not None:
            differences = {one.key: one for one in comparison.measures}
            differences |= {f"source:{one.points.key}": one.points for one in comparison.sources}
        means: dict[str, tuple[float, Interval | None]] = {
            key: (one.mean, one.interval) for key, one in row.measures.items()
        }
        means["shared_wins"] = row.shared, row.shared_interval
        if row.balance is not None:
            means["seat_spread"] = row.balance.spread, row.balance.interval
        if row.variant in sources:
            means |= {f"source:{one.source}": (one.mean, one.interval) for one in sources[row.variant].sources}
        records += [
            {
                "variant": row.variant,
                "games": row.games,
                "measure": measure,
                "mean": number(mean),
                **ends("mean", interval),
                **_difference(differences.get(measure)),
            }
            for measure, (mean, interval) in means.items()
        ]
    return records


class VariantRow(serializers.Serializer[Any]):
    """One measure of one variant, and its difference from the base: the variant of the filter with most games. The
    columns of the difference are null for the base itself; intervals are 95%."""

    variant = serializers.CharField()
    games = serializers.IntegerField()
    measure = serializers.CharField(
        help_text="turns, margin, lead_changes, score (mean of the players), winner_score, shared_wins, seat_spread "
        "(by how much a seat's wins typically differ from its share, as a part of it), or source:KEY."
    )
    mean = serializers.FloatField(help_text="Over all games of the variant.")
    mean_low = nullable()
    mean_high = nullable()
    difference = nullable("This variant minus the base, within the numbers of players that both have.")
    difference_low = nullable()
    difference_high = nullable()
    effect = nullable("The difference in standard deviations of a game.")
    smallest_that_matters = nullable("The smallest difference worth knowing: 0.2 standard deviations of a game.")
    smallest_found = nullable("The difference that gets the finding differs in four of five such comparisons.")
    p_value = nullable("Welch's t-test.")
    q_value = nullable("Corrected for looking at all measures, sources and the seats (Benjamini and Hochberg).")
    finding = serializers.ChoiceField(FINDINGS, allow_null=True)


class VariantTable(CountedTable):
    """The variants."""

    rows = VariantRow(many=True)


class VariantsView(TableView):
    """How variants differ."""

    @described("Compare variants with the most played one", "variants", VariantTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each variant and measure, over the verified games of public tournaments."""
        return self.answer(request, game, variant_records)


def _difference(found: Difference | None) -> Record:
    return {
        "difference": number(found.difference if found else None),
        **ends("difference", found.interval if found else None),
        "effect": number(found.effect if found else None),
        "smallest_that_matters": number(found.matters if found else None),
        "smallest_found": number(found.detectable if found else None),
        "p_value": number(found.p if found else None),
        "q_value": number(found.q if found else None),
        "finding": found.finding if found else None,
    }
