"""Halls that are made once and copied for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from benchmarks.load import server
from tests.faults.site import ROOT, Size
from tests.with_site import clean_site, site_of_the_tests

__all__ = ["clean_site", "kept_hall", "site_of_the_tests"]

KeptHall = Callable[[str, Size], server.Place]


@pytest.fixture(scope="module")
def kept_hall() -> Iterator[KeptHall]:
    """Return `kept_hall(database, size)`: a prepared site to be copied."""
    kept: dict[tuple[str, Size], server.Place] = {}
    with ExitStack() as stack:

        def get(database: str, size: Size) -> server.Place:
            if (database, size) not in kept:
                place = server.Place(ROOT, stack.enter_context(server.own_folder()), database, server.free_port())
                with server.services(place) as environment:
                    server.make_hall(place, environment, size.tables, draft=False)
                kept[database, size] = place
            return kept[database, size]

        yield get
