"""What is worked out once for many rows is what Django says for each."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from nabu.web.shared_pages.templatetags.rows import address, decimals

NUMBERS = st.one_of(
    st.integers(-(10**6), 10**6),
    st.floats(-(10**6), 10**6, allow_nan=False),
    st.decimals(-(10**6), 10**6, places=3, allow_nan=False),
)


@pytest.mark.parametrize(
    ("name", "numbers"), [("players:detail", [12]), ("tournaments:breakdown", [3, 4]), ("table:page", [970_000_001])]
)
def test_an_address_is_the_one_of_django(name: str, numbers: list[int]) -> None:
    assert address(name, *numbers) == reverse(name, args=numbers)


@given(value=NUMBERS, most=st.integers(1, 3), language=st.sampled_from(["en", "es", "de"]))
def test_a_number_is_written_as_django_writes_it(value: float | Decimal, most: int, language: str) -> None:
    with override(language):
        assert decimals(value, most) == floatformat(value, f"-{most}")
