"""A world that the tests of a file begin with: made once, and each test takes back what it does to it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from tests.platform.scenario import KeptWorld, one_transaction, own_changes


def kept_for_file(make: Callable[[], Any], *names: str) -> tuple[Any, ...]:
    """The fixtures of a file whose tests mostly ask for the world of this name:
    `db, kept_world, changes_are_taken_back, event = kept_for_file(proven_event, "event")`. With several names the world
    is a tuple, and each of them gives a part.

    A test that asks for it gets a copy, and a copy of the statistics that were made with it. For others the database is
    empty. None of them may use pytest-django's marker, nor commit anything (`one_transaction`).
    """

    @pytest.fixture(scope="module")
    def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
        with one_transaction(django_db_blocker):
            yield

    @pytest.fixture(scope="module")
    def kept_world(db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KeptWorld[Any]]:
        def made() -> Any:
            settings.FACTS = tmp_path_factory.mktemp("kept") / "facts"
            return make(), settings.FACTS

        kept = KeptWorld(made)
        yield kept
        kept.fall()

    @pytest.fixture(autouse=True)
    def changes_are_taken_back(
        request: pytest.FixtureRequest, kept_world: KeptWorld[Any], own_facts: None
    ) -> Iterator[Any]:
        own, world = settings.FACTS, None
        if set(names) & set(request.fixturenames):
            kept_world.stand()
            world, facts = kept_world.copy()
            settings.FACTS = shutil.copytree(facts, own) if facts.exists() else own
        else:
            kept_world.fall()
        with own_changes():
            yield world

    def part(number: int) -> Any:
        @pytest.fixture(name=names[number])
        def given(changes_are_taken_back: Any) -> Any:
            return changes_are_taken_back if len(names) == 1 else changes_are_taken_back[number]

        return given

    return db, kept_world, changes_are_taken_back, *map(part, range(len(names)))
