"""Django, and what each test of the site begins with: for the conftest of a folder to import. Those of the plain
packages do not: loading Django takes longer than most of their files."""

from __future__ import annotations

import os

import django
import pytest
from pytest_django import DjangoDbBlocker

os.environ["DJANGO_SETTINGS_MODULE"] = "nabu.settings_local"
django.setup()


@pytest.fixture(scope="session", autouse=True)
def site_of_the_tests(
    own_var: None,
    any_score_is_usual: None,
    fast_passwords: None,
    compute_here: None,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """How the site differs from a real one in all tests. Only those that ask for its database get it."""
    # pytest-django does this only if Django was loaded before it.
    django_db_blocker.block()


@pytest.fixture(autouse=True)
def clean_site(no_shared_pages: None, english: None, own_facts: None, empty_queues: None) -> None:
    """Nothing of an earlier test is left in this process or its broker."""
