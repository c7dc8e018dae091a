"""After a test that commits the database is as before it, whatever the test has changed."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import TransactionTestCase

from nabu.catalogue.variants.models import Variant
from tests.platform.scenario import make_event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Everything in the database."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True, include_views=False):
            cursor.execute(f"SELECT * FROM {table}")
            found[table] = sorted(cursor.fetchall(), key=str)
    return found


def empty() -> None:
    """What Django does after such a test."""
    TransactionTestCase("run")._fixture_teardown()


def test_what_was_committed_is_gone() -> None:
    empty()
    before = rows()
    assert before["variants_variant"]
    assert before["auth_permission"]
    make_event(2)
    empty()
    assert rows() == before


@pytest.mark.parametrize("model", [Variant, Permission])
def test_what_every_site_holds_is_there_again(model: type[Variant | Permission]) -> None:
    empty()
    before = sorted(model.objects.values_list("name", flat=True))
    model.objects.order_by("pk")[0].delete()
    model.objects.update(name="changed")
    empty()
    assert sorted(model.objects.values_list("name", flat=True)) == before
