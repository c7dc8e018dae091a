"""These tests need the site."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytest_django import DjangoDbBlocker

from tests.conftest import SHARED, database_for_all
from tests.with_site import clean_site, site_of_the_tests

if TYPE_CHECKING:
    from tests.platform.old_site import Written

__all__ = ["clean_site", "site_of_the_tests"]

WRITTEN = "written_by_the_update.json"


@pytest.fixture(scope="session")
def updated_site(migrated: str, django_db_blocker: DjangoDbBlocker) -> str:
    """The name of a database with the data of the old site and the tables of today: made once for all processes of a
    run."""
    from django.db import connection

    from tests.platform.old_site import make_updated_site

    def make(shared: Path) -> str:
        name = str(shared / "updated.sqlite3") if connection.vendor == "sqlite" else f"{migrated}_old"
        with django_db_blocker.unblock():
            (shared / WRITTEN).write_text(json.dumps(make_updated_site(name)))
            connection.close()
        return name

    return database_for_all("updated", make)


@pytest.fixture
def written(updated_site: str) -> Written:
    """What `migrate` has changed in the rows of the old site."""
    found: Written = json.loads((Path(os.environ[SHARED]) / WRITTEN).read_text())
    return found
