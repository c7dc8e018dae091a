"""Pictures of links, whatever they show: asked for, drawn once, kept in a bounded place, let go of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import reverse

from nabu.accounts.players.models import Player, User
from nabu.accounts.versions.services import PEOPLE, touch
from nabu.web.link_pictures import asking, drawing, kept, tasks
from nabu.web.link_pictures.fixed import STATIC, pictures
from nabu.web.link_pictures.frame import document
from nabu.web.link_pictures.kept import MOST_BYTES, find, keep
from nabu.web.link_pictures.kinds import KINDS, PictureKind, register, version_of
from nabu.web.link_pictures.models import LinkPicture
from nabu.web.link_pictures.previews import fixed_picture

pytestmark = pytest.mark.django_db

V1, V2 = "1" * 16, "2" * 16


class Thing:
    """Something that there are pictures of."""

    def __init__(self) -> None:
        self.version: str | None = V1
        self.drawn = 0
        self.public = True
        self.kind = PictureKind(
            "thing", re.compile("[0-9]+"), lambda subject: self.public, lambda subject: self.version, self.draw
        )

    def draw(self, subject: str) -> str:
        self.drawn += 1
        return document()


@pytest.fixture
def thing() -> Iterator[Thing]:
    made = Thing()
    register(made.kind)
    yield made
    del KINDS["thing"]


@pytest.fixture
def sent() -> Iterator[list[tuple[Any, ...]]]:
    """What workers were asked to do."""
    told: list[tuple[Any, ...]] = []
    with (
        patch.object(asking, "enqueue", lambda *arguments, **options: told.append((*arguments, options)) or True),
        patch.object(asking, "turns", asking.Turns()),
    ):
        yield told


def get(version: str = V1, subject: str = "7") -> Any:
    return Client().get(reverse("link_picture", args=["thing", subject, "en", version]))


def test_until_it_is_drawn_there_is_the_picture_of_the_site(thing: Thing, sent: list[Any]) -> None:
    answer = get()
    assert (answer.status_code, thing.drawn) == (302, 0)
    assert answer["Location"].endswith("site.png")
    assert "max-age=30" in answer["Cache-Control"]
    [(task, *arguments, options)] = sent
    assert (task, arguments) == ("nabu.link_pictures.tasks.draw", ["thing", "7", "en"])
    assert options["expires"] > options["countdown"]
    assert tasks.draw.name == task


@pytest.mark.both_databases
def test_it_is_drawn_once_for_each_version(thing: Thing, sent: list[Any]) -> None:
    assert tasks.draw("thing", "7", "en")
    assert not tasks.draw("thing", "7", "en")
    answer = get()
    assert (answer["Content-Type"], answer.content[:4]) == ("image/png", b"\x89PNG")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "max-age=604800" in answer["Cache-Control"]
    assert (thing.drawn, sent) == (1, [])
    thing.version = V2
    assert get(V1).status_code == 302, "what was is not handed out"
    assert tasks.draw("thing", "7", "en")
    assert (thing.drawn, LinkPicture.objects.count()) == (2, 1), "the new one takes the place of the old one"
    assert "max-age=30" in get(V1)["Cache-Control"]
    assert "max-age=604800" in get(V2)["Cache-Control"]


def test_only_a_page_for_a_visitor_names_it_and_has_it_drawn(thing: Thing, sent: list[Any]) -> None:
    page = Template('{% load previews %}{% picture "thing" 7 %}')
    request = RequestFactory().get("/")
    shown = []
    for person in (User(username="ana"), AnonymousUser()):
        request.user = person
        shown.append((page.render(Context({"request": request})), len(sent)))
    address = reverse("link_picture", args=["thing", "7", "en", V1])
    assert shown == [(fixed_picture("site"), 0), (address, 1)]


@pytest.mark.parametrize("there", [True, False])
def test_what_a_visitor_may_not_see_is_like_what_there_is_not(thing: Thing, sent: list[Any], there: bool) -> None:
    tasks.draw("thing", "7", "en")
    thing.public, thing.version = False, V1 if there else None
    assert get().status_code == 302
    assert sent == []
    assert not tasks.draw("thing", "7", "en")
    assert not LinkPicture.objects.exists()
    assert get(subject="a").status_code == 404
    assert Client().get(f"/pictures/nothing/7/en/{V1}.png").status_code == 404
    assert not tasks.draw("nothing", "7", "en")


@pytest.mark.both_databases
def test_a_picture_of_what_has_changed_meanwhile_is_not_kept(thing: Thing) -> None:
    def change(subject: str) -> str:
        thing.version = V2
        return document()

    assert not drawing.draw(replace(thing.kind, draw=change), "7", "en")
    assert not LinkPicture.objects.exists()


def test_there_are_few_and_none_is_large(thing: Thing) -> None:
    with patch.object(kept, "MOST_PICTURES", 3):
        for number in range(5):
            assert keep(thing.kind, str(number), "en", V1, b"png")
    assert sorted(LinkPicture.objects.values_list("subject", flat=True)) == ["2", "3", "4"]
    assert not keep(thing.kind, "9", "en", V1, b"." * (MOST_BYTES + 1))
    assert find(thing.kind, "4", "en", V1) == b"png"
    assert find(thing.kind, "4", "de", V1) is None


@pytest.mark.both_databases
def test_names_go_in_the_transaction_that_changes_them(thing: Thing) -> None:
    player = Player.objects.create(name="Ana")
    keep(thing.kind, "7", "en", V1, b"Ana")
    touch("tournament-7")
    assert LinkPicture.objects.exists()
    player.name = "Bo"
    player.save()
    assert not LinkPicture.objects.exists()
    keep(thing.kind, "7", "en", V1, b"Ana")
    touch(PEOPLE)
    assert not LinkPicture.objects.exists()


@pytest.mark.both_databases
def test_what_is_old_is_purged(thing: Thing) -> None:
    keep(thing.kind, "7", "en", V1, b"png")
    assert tasks.purge() == 0
    thing.version = V2
    assert tasks.purge() == 1
    LinkPicture.objects.create(kind="gone", subject="1", language="en", version=V1, png=b"")
    assert tasks.purge() == 1


def test_the_version_follows_the_topics(thing: Thing) -> None:
    before = version_of(["entries-1"], "Ana")
    assert version_of(["entries-1"], "Ana") == before != version_of(["entries-1"], "Bo")
    touch("entries-1")
    assert version_of(["entries-1"], "Ana") != before


def test_nobody_asks_for_more_than_a_bounded_number_of_pictures(thing: Thing, sent: list[Any]) -> None:
    with patch.object(asking, "turns", asking.Turns(3)):
        for number in range(10):
            get(subject=str(number))
    assert len(sent) == 3


class Cache:
    """One that forgets what is due, by a clock that stands."""

    def __init__(self) -> None:
        self.now, self.due = 0.0, dict[str, float]()

    def add(self, key: str, value: bytes, timeout: float) -> bool:
        if self.due.get(key, 0) > self.now:
            return False
        self.due[key] = self.now + timeout
        return True


@pytest.mark.both_databases
def test_a_burst_of_changes_is_drawn_once(thing: Thing, sent: list[Any]) -> None:
    clock = Cache()
    with patch.object(asking, "cache", clock):
        for version in (V1, V1, V2):
            asking.ask(thing.kind, "7", "en", version)
        assert len(sent) == 1, "the worker begins later, and draws the newest"
        clock.now = asking.SETTLE_SECONDS
        asking.ask(thing.kind, "7", "en", V1)
        assert len(sent) == 1, "it was asked to"
        clock.now = asking.GIVEN_UP_SECONDS
        asking.ask(thing.kind, "7", "en", V1)
        assert len(sent) == 2, "it may be lost"


def test_what_changes_after_the_burst_is_drawn_too(thing: Thing, sent: list[Any]) -> None:
    clock = Cache()
    with patch.object(asking, "cache", clock):
        asking.ask(thing.kind, "7", "en", V1)
        clock.now = asking.SETTLE_SECONDS
        asking.ask(thing.kind, "7", "en", V2)
    assert len(sent) == 2


def test_the_fixed_pictures_are_there_for_each_game() -> None:
    for path, _svg, width, height in pictures():
        file = STATIC / path
        header = file.read_bytes()[:24]
        assert header[:4] == b"\x89PNG", path
        assert (int.from_bytes(header[16:20]), int.from_bytes(header[20:24])) == (width, height)
        assert file.stat().st_size <= MOST_BYTES
