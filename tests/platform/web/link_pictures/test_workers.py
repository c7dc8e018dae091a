"""A look at a page leads to its picture, with a real worker and a real broker."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from nabu.web.link_pictures import asking
from nabu.web.link_pictures.models import LinkPicture
from tests.platform.scenario import make_event

pytestmark = [pytest.mark.broker, pytest.mark.django_db(transaction=True)]


def test_whoever_looks_at_a_page_has_its_picture_drawn(
    start_worker: Callable[..., Any], wait_until: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "turns", asking.Turns())  # other tests may have used them up
    event = make_event(4)
    event.pair()
    start_worker()
    page = Client().get(reverse("tournaments:follow", args=[event.tournament.pk])).content.decode()
    found = re.search(r'og:image" content="http://[^/]+(/pictures/[^"]+)"', page)
    assert found is not None
    assert Client().get(found[1]).status_code == 302
    wait_until(LinkPicture.objects.exists, what="the picture")
    answer = Client().get(found[1])
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert "max-age=604800" in answer["Cache-Control"]
