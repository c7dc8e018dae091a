"""A world that the tests of a file begin with: made once, and each test takes back what it does to it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from tests.platform.scenario import KeptWorld, one_transaction, own_changes

W = TypeVar("W")


def kept_for_file(name: str, make: Callable[[], W]) -> tuple[Any, Any, Any, Any]:
    """The fixtures of a file whose tests mostly ask for the world of this name:
    `db, kept, changes_are_taken_back, event = kept_for_file("event", proven_event)`.

    A test that asks for it gets a copy, and a copy of the statistics that were made with it. For others the database is
    empty. None of them may use pytest-django's marker, nor commit anything (`one_transaction`).
    """

    @pytest.fixture(scope="module")
    def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
        with one_transaction(django_db_blocker):
            yield

    @pytest.fixture(scope="module")
    def kept(db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KeptWorld[tuple[W, Any]]]:
        def made() -> tuple[W, Any]:
            settings.FACTS = tmp_path_factory.mktemp("kept") / "facts"
            return make(), settings.FACTS

        world = KeptWorld(made)
        yield world
        world.fall()

    @pytest.fixture(autouse=True)
    def changes_are_taken_back(
        request: pytest.FixtureRequest, kept: KeptWorld[tuple[W, Any]], own_facts: None
    ) -> Iterator[None]:
        own = settings.FACTS
        if name in request.fixturenames:
            kept.stand()
            _world, facts = kept.copy()
            settings.FACTS = shutil.copytree(facts, own) if facts.exists() else own
        else:
            kept.fall()
        with own_changes(keep_pages=True):
            yield

    @pytest.fixture(name=name)
    def world(kept: KeptWorld[tuple[W, Any]], changes_are_taken_back: None) -> W:
        return kept.copy()[0]

    return db, kept, changes_are_taken_back, world
