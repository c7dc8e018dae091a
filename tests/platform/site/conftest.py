"""What tests of everybody at every address leave out."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template import engines
from django.views import csrf, defaults


@pytest.fixture
def plain_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is turned away gets a page that says no more than who is signed in: nobody reads it in these tests, and
    test_pages_of_the_house.py shows the real ones."""
    plain = SimpleNamespace(get_template=lambda _name: engines["django"].from_string("{{ user.pk }}"))
    monkeypatch.setattr(defaults, "loader", plain)
    monkeypatch.setattr(csrf, "loader", plain)
