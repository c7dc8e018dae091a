"""The tables of the questions as flat rows, for CSV and API. Names of columns are for machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from analytics.card_effects import Effect, Verdict
from analytics.cards import CardTable
from analytics.intervals import Interval
from analytics.seats import SeatTable
from analytics.sources import SourceTotals
from analytics.variants_stats import Comparison, Difference, VariantRow
from nabu.dashboards.records import Record, ends, number

VERDICTS: Mapping[Verdict, str] = {
    Verdict.STRONG: "strong",
    Verdict.WEAK: "weak",
    Verdict.LOOKS_STRONG: "looks_strong",
    Verdict.LOOKS_WEAK: "looks_weak",
    Verdict.NO_DIFFERENCE: "no_difference",
    Verdict.TOO_FEW: "too_few",
}


def card_records(tables: Iterable[CardTable]) -> list[Record]:
    """One row for each card that was on offer, kind by kind, in the order of the page."""
    return [
        {
            "kind": table.kind,
            "card": row.card,
            "verdict": VERDICTS[row.verdict],
            "offered": row.offered,
            "taken": row.taken,
            "taken_rate": number(row.taken_rate),
            **ends("taken_rate", row.taken_interval),
            "mean_turn": number(row.mean_turn),
            "points": number(row.points),
            "used": row.used,
            "declined": row.declined,
            "takers": row.takers.count,
            "wins": number(row.takers.wins),
            "win_rate": number(row.takers.rate),
            **ends("win_rate", row.takers.interval),
            "par": number(row.takers.par),
            "above_par": number(row.takers.above),
            "sample": row.takers.sample,
            **_effect("above_ratings", row.rated),
            **_effect("same_position", row.adjusted),
            "same_position_takers": row.adjusted.count if row.adjusted else 0,
            **_effect("against_kind", row.against_kind),
            "q_value": number(row.q),
            **_effect("best_guess", row.shrunk),
            **_effect("offer", row.offer),
        }
        for table in tables
        for row in table.rows
    ]


def seat_records(tables: Iterable[SeatTable]) -> list[Record]:
    """One row for each number of players and seat."""
    return [
        {
            "players": table.players,
            "seat": row.seat,
            "games": table.games,
            "wins": number(row.wins),
            "share": number(row.share),
            **ends("share", row.share_interval),
            "par": number(table.par),
            "above_ratings": number(row.above),
            **ends("above_ratings", row.above_interval),
            "elo": number(row.elo),
            **ends("elo", row.elo_interval),
            "mean_score": number(row.mean_score),
            **ends("mean_score", row.score_interval),
            "placement": number(row.placement),
            **ends("placement", row.placement_interval),
            "verdict": table.verdict,
            "p_value": number(table.p),
            "p_value_above_ratings": number(table.adjusted_p),
            "smallest_found": number(table.smallest),
            "games_needed_as_observed": table.games_for_observed,
            "games_needed_for_2_points": table.games_for_small,
        }
        for table in tables
        for row in table.rows
    ]


def variant_records(
    rows: Iterable[VariantRow], sources: Mapping[str, SourceTotals], compared: Mapping[str, Comparison]
) -> list[Record]:
    """One row for each variant and measure; a measure "source:KEY" is the points of a player from a source.

    `compared` has each variant but the base against it: the columns of the difference are this variant minus the base,
    within the numbers of players that both have. "seat_spread" is `analytics.balance.Balance.spread`.
    """
    records: list[Record] = []
    for row in rows:
        comparison = compared.get(row.variant)
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


def _difference(found: Difference | None) -> Record:
    return {
        "difference": number(found.difference if found else None),
        **ends("difference", found.interval if found else None),
        "effect": number(found.effect if found else None),
        "smallest_found": number(found.detectable if found else None),
        "p_value": number(found.p if found else None),
        "q_value": number(found.q if found else None),
        "finding": found.finding if found else None,
    }


def _effect(name: str, effect: Effect | None) -> Record:
    return {name: number(effect.value if effect else None), **ends(name, effect.interval if effect else None)}
