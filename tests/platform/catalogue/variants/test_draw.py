"""Which table plays which variant: balanced, always the same for the same lot, and drawn again from the words."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from nabu.catalogue.variants.draw import drawn_variants

PAGE = Path(__file__).resolve().parents[4] / "docs" / "variants.md"

SIZES = st.dictionaries(st.integers(1, 200), st.integers(2, 4), min_size=1, max_size=40)
VARIANTS = st.lists(st.integers(1, 10**6), min_size=2, max_size=4, unique=True)


@given(lot=st.text("0123456789abcdef", min_size=16, max_size=16), number=st.integers(1, 20), sizes=SIZES, ids=VARIANTS)
def test_each_variant_is_played_equally_often(lot: str, number: int, sizes: dict[int, int], ids: list[int]) -> None:
    """Up to one: in the round, and among its tables of each size."""
    drawn = drawn_variants(lot, number, sizes, ids)
    assert drawn.keys() == sizes.keys()
    for size in (None, *sizes.values()):
        counts = Counter(drawn[table] for table in sizes if size is None or sizes[table] == size)
        often = [counts[variant] for variant in ids]
        assert max(often) - min(often) <= 1
    assert drawn == drawn_variants(lot, number, dict(reversed(sizes.items())), ids[::-1])


def test_a_table_gets_each_variant_equally_often_in_the_long_run() -> None:
    drawn = [drawn_variants(f"lot {n}", 1, {1: 4, 2: 4, 3: 3}, [7, 8])[1] for n in range(2000)]
    assert abs(drawn.count(7) - 1000) < 4 * 500**0.5
    rounds = {drawn_variants("one lot", number, {1: 4}, [7, 8])[1] for number in range(1, 20)}
    assert rounds == {7, 8}


def test_the_worked_example_of_the_page() -> None:
    """docs/variants.md: anybody can do this with a command that computes SHA-256."""

    page = dict(re.findall(r"\| `(\w+/\d)` \| `(\w{16})` \|", PAGE.read_text("utf-8")))

    def number(words: str) -> int:
        digits = hashlib.sha256(f"b1e55ed0b1e55ed0/1/variants/2/{words}".encode()).hexdigest()[:16]
        assert page[words] == digits
        return int(digits, 16)

    variants = sorted([7, 9], key=lambda variant: number(f"variant/{variant}"))
    threes = sorted([3, 4], key=lambda table: number(f"table/{table}"))
    fours = sorted([1, 2], key=lambda table: number(f"table/{table}"))
    turns = dict(zip([*threes, *fours], [*variants, *variants], strict=True))
    assert drawn_variants("b1e55ed0b1e55ed0/1", 2, {1: 4, 2: 4, 3: 3, 4: 3}, [7, 9]) == turns
    assert (variants, threes, fours) == ([7, 9], [3, 4], [2, 1])
