"""E-mail addresses that stand in other columns of a list than their own."""

from __future__ import annotations

from collections.abc import Mapping

from nabu.core.mail_addresses import addresses_in, without_addresses

OWN_PLACES = ("email", "note")
"""The columns in which an address may stand: neither is shown to anybody but organisers."""


def addresses_apart(values: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The cells of a row without the addresses that stand in other columns than their own, and these addresses."""
    found = [address for column, text in values.items() if column not in OWN_PLACES for address in addresses_in(text)]
    kept = {column: text if column in OWN_PLACES else without_addresses(text) for column, text in values.items()}
    return kept, found
