"""Addresses stay: people have them as bookmarks, on slips and in programs of theirs."""

from pathlib import Path

from django.urls import Resolver404, resolve

ADDRESSES = Path(__file__).resolve().parents[1] / "data" / "addresses.txt"
"""One of each that the site has ever had, but two that only led to another page. What comes is added, nothing goes."""


def test_every_address_that_was_ever_given_still_leads_to_a_page() -> None:
    gone = []
    for address in ADDRESSES.read_text().split():
        try:
            resolve(address)
        except Resolver404:
            gone.append(address)
    assert gone == []
