"""Files whose tests nearly all begin with the same world: it is made once and given to each of them as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.platform.scenario import KeptWorld, one_transaction, own_changes

ON_POSTGRESQL = connection.vendor == "postgresql"


def kept_fixtures(make: Callable[[], Any]) -> tuple[Any, Any, Any, Any]:
    """For a file to write `db, kept_world, changes_are_taken_back, world = kept_fixtures(make)`: its tests ask for
    `world`, or for what fixtures of the file take from it. None of them may use the marker `django_db`.

    On PostgreSQL each test makes its world: what others have taken back stays in the tables until the transaction ends.
    """

    @pytest.fixture(scope="module")
    def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
        with django_db_blocker.unblock() if ON_POSTGRESQL else one_transaction(django_db_blocker):
            yield

    @pytest.fixture(scope="module")
    def kept_world(db: None) -> Iterator[KeptWorld[Any]]:
        kept = KeptWorld(make)
        yield kept
        kept.fall()

    @pytest.fixture(autouse=True)
    def changes_are_taken_back(request: pytest.FixtureRequest, kept_world: KeptWorld[Any]) -> Iterator[None]:
        if "world" in request.fixturenames:
            kept_world.stand()
        else:
            kept_world.fall()
        with own_changes():
            yield
        if ON_POSTGRESQL:
            kept_world.fall()

    @pytest.fixture
    def world(kept_world: KeptWorld[Any], changes_are_taken_back: None) -> Any:
        return kept_world.copy()

    return db, kept_world, changes_are_taken_back, world
