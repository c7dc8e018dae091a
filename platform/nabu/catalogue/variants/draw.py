"""Which table plays which variant: drawn from the lot, so that everybody can draw again. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from competition.seeded_draw import draw_number


def drawn_variants(lot: str, round_number: int, sizes: Mapping[int, int], variants: Sequence[int]) -> dict[int, int]:
    """The variant of each table by its number. `sizes`: how many players sit at which table; `variants`: their ids.

    The variants are put in an order by lot, anew for each round. The tables are too, those of a size together, and the
    variants are given to them in turn. So each variant is played equally often, up to one, among the tables of each
    size and in the whole round.
    """
    order = order_of_variants(lot, round_number, variants)
    tables = sorted(sizes, key=lambda table: (sizes[table], draw_number(lot, "variants", round_number, "table", table)))
    return {table: order[at % len(order)] for at, table in enumerate(tables)}


def order_of_variants(lot: str, round_number: int, variants: Sequence[int]) -> list[int]:
    """The order in which the variants are given to the tables of a round."""
    return sorted(variants, key=lambda variant: draw_number(lot, "variants", round_number, "variant", variant))
