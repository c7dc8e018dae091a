"""How much work one deed is on the day of a full hall: queries, renderings, messages and jobs, counted.

At 125 tables each of these happens hundreds of times within a minute, so what one of them costs decides whether the
hall holds. Times and processes are in `benchmarks/load`; what is counted here is the same on every machine. Whoever has
a good reason for more raises the number, and says in the commit what it buys.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.template.base import Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.accounts.versions.signals import committed
from nabu.contests.matches.models import Table
from nabu.web.jobs import asking, running
from nabu.web.jobs.models import Job
from nabu.web.shared_pages import pages
from nabu.web.shared_pages.store import store
from tests.platform.scenario import log_of, make_event, report_of, users

pytestmark = pytest.mark.django_db

TRANSACTION = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
"""Differs between databases and between tests and the site."""

TOLD = {"hx-request": "true", "hx-target": "table-result", "nabu-live": "own"}
"""How an open page of a table asks again for what is told about it."""

ROUND_PART = {"hx-request": "true", "hx-target": "tables", "nabu-live": "en"}


@dataclass
class Work:
    """What was done: `pages` are shared pages that were made, `news` the messages to open pages, `jobs` by kind."""

    queries: int = 0
    templates: int = 0
    pages: int = 0
    news: int = 0
    jobs: Counter[str] = field(default_factory=Counter)


Count = Callable[[], Any]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Count:
    """A context in which the work is counted, commits included."""
    render, make = Template.render, pages.make
    work = Work()

    def counted_render(self: Template, context: Any) -> Any:
        work.templates += 1
        return render(self, context)

    def counted_make(*args: Any) -> Any:
        work.pages += 1
        return make(*args)

    def hear(**_kwargs: Any) -> None:
        work.news += 1

    def send(_pk: int, kind: str, countdown: float | None = None) -> bool:
        work.jobs[kind] += 1
        return True

    @contextmanager
    def counting() -> Iterator[Work]:
        nonlocal work
        work = Work()
        committed.connect(hear, dispatch_uid="counted")
        with CaptureQueriesContext(connection) as captured, django_capture_on_commit_callbacks(execute=True):
            yield work
        committed.disconnect(dispatch_uid="counted")
        work.queries = sum(not query["sql"].startswith(TRANSACTION) for query in captured)

    monkeypatch.setattr(Template, "render", counted_render)
    monkeypatch.setattr(pages, "make", counted_make)
    monkeypatch.setattr(asking, "send", send)
    return counting


@dataclass
class Seated:
    """A table whose players are signed in, each with a browser."""

    table: Table
    browsers: list[Client]

    @property
    def address(self) -> str:
        return reverse("table:page", args=[self.table.pk])

    def post(self, seat: int, address: str, fields: dict[str, Any]) -> None:
        assert self.browsers[seat].post(address, fields).status_code == 302

    @property
    def log(self) -> bytes:
        """The game of this table."""
        return log_of(self.table, seed=self.table.number)

    def report(self) -> None:
        """The first player reports."""
        result = report_of(self.log)
        assert result.scores is not None
        scores = {f"report-score_{seat}": score for seat, score in enumerate(result.scores)}
        places = {f"report-place_{seat}": place for seat, place in enumerate(result.places or ())}
        self.post(0, reverse("table:report", args=[self.table.pk]), scores | places)

    def confirm(self) -> None:
        """The second one confirms."""
        self.post(1, reverse("table:confirm", args=[self.table.reports.get().pk]), {})

    def upload(self) -> None:
        """The third one sends the log."""
        log = SimpleUploadedFile("game.jsonl", self.log)
        self.post(2, reverse("table:upload_at_table", args=[self.table.pk]), {"upload-log": log})

    def verdict(self) -> None:
        """What a worker does with it."""
        running.run(Job.objects.get(kind="verify").pk, "hall")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def seated(counted: Count) -> Seated:
    """A table of a hall in which everything has happened once: what a process learns once is no work of a deed."""
    event = make_event(12, table_size=4)
    tables = event.pair().tables.order_by("number")
    first, second, _third = [Seated(table, [browser(user) for user in users(table)]) for table in tables]
    for deed in (first.report, first.confirm, first.upload, first.verdict):
        with counted():
            deed()
    Client().get(first.address)
    first.browsers[3].get(first.address)
    store.forget()
    return second


def most(work: Work, *, queries: int, templates: int = 0, pages: int = 0, news: int = 0, **jobs: int) -> None:
    """Nothing may be more than this; pages, news and jobs are exactly so many."""
    assert (work.pages, work.news, dict(work.jobs)) == (pages, news, jobs)
    assert work.queries <= queries
    assert work.templates <= templates


def test_a_result_with_its_log(counted: Count, seated: Seated) -> None:
    """A change is one announcement, and tells open pages twice: when it locks the tournament, and what has changed.

    Beside what is changed itself the queries are those of the session, of what may be done (twice: before the lock and
    under it) and of the audit trail, which reads each row before and after. Under the lock all others wait.
    """
    with counted() as work:
        seated.report()
    most(work, queries=23, news=2, announce=1)
    with counted() as work:
        seated.confirm()
    most(work, queries=27, news=2, announce=1)
    with counted() as work:
        seated.upload()
    most(work, queries=25, news=2, verify=1)
    with counted() as work:
        seated.verdict()
    # The third one is for the pages that wait for the verdict: there is one too where it changes no result. Five of the
    # queries recognise the game and its moves, and lock them.
    most(work, queries=47, news=3, announce=2)
    seated.table.refresh_from_db()
    assert seated.table.log is not None


def test_a_page_is_made_once_for_each_change(counted: Count, seated: Seated) -> None:
    """Then it takes one query for anybody: that of its versions. Two are asked twice: before and while it is made.

    One is for the version of the picture of a link, where the page does not depend on the results, and one for what is
    announced above it.
    """
    table = seated.table
    round_ = reverse("tournaments:round", args=[table.round_id])
    standings = reverse("tournaments:standings", args=[table.round.stage.tournament_id])
    overview = reverse("tournaments:detail", args=[table.round.stage.tournament_id])
    shown: list[tuple[str, dict[str, str], int, int]] = [
        (seated.address, {}, 17, 24),
        (seated.address, TOLD, 15, 13),
        (round_, {}, 15, 31),
        (round_, ROUND_PART, 8, 7),
        (overview, {}, 15, 21),
        (standings, {}, 17, 16),
    ]
    for address, headers, _queries, _templates in shown:
        Client().get(address, headers=headers)
    for deed in (seated.report, seated.confirm):
        with counted():
            deed()
    for address, headers, queries, templates in shown:
        with counted() as made:
            Client().get(address, headers=headers)
        most(made, queries=queries, templates=templates, pages=1)
        with counted() as again:
            assert Client().get(address, headers=headers).status_code == 200
        most(again, queries=1)


def test_the_own_table_of_a_player(counted: Count, seated: Seated) -> None:
    """Two forms with 54 controls, of which none is a template, and the way to call a director. What is told while the
    page is open is less.

    Three queries know who asks and whether the page is theirs alone; each further one reads a kind of rows once, such
    as what is announced, and the names of accounts only where there are any. Before the round has a result it is made
    for all players of the table (tests/platform/contests/results/test_page_of_players.py), so one query counts the
    results, for all who ask a process after a change.
    """
    expected = [(None, (22, 42), (16, 15)), (seated.report, (22, 46), (17, 19)), (seated.confirm, (23, 38), (19, 13))]
    expected += [(seated.upload, (25, 40), (21, 15)), (seated.verdict, (25, 40), (21, 15))]
    for deed, (queries, templates), (told_queries, told_templates) in expected:
        if deed is not None:
            with counted():
                deed()
        with counted() as page:
            assert seated.browsers[3].get(seated.address).status_code == 200
        most(page, queries=queries, templates=templates)
        with counted() as told:
            assert seated.browsers[3].get(seated.address, headers=TOLD).status_code == 200
        most(told, queries=told_queries, templates=told_templates)


def test_what_is_told_is_all_that_an_open_page_asks_for(counted: Count, seated: Seated) -> None:
    """And it is the same as on the page, while the forms that somebody fills in stay as they are."""
    for deed in (None, seated.report, seated.confirm):
        if deed:
            with counted():
                deed()
        for client in (Client(), seated.browsers[1], seated.browsers[3]):
            page = client.get(seated.address).content.decode()
            told = client.get(seated.address, headers=TOLD).content.decode()
            asked = re.search(r'hx-select="#([\w-]+)" hx-select-oob="([^"]+)"', page)
            assert asked is not None
            for name in (asked[1], *asked[2].replace("#", "").split(",")):
                assert element(told, name) == element(page, name)
            assert "report-score_0" not in told


def element(page: str, name: str) -> str:
    """The text of an element, without the tokens of its forms."""
    found = re.search(rf'<(\w+)[^>]* id="{name}".*', page, re.DOTALL)
    assert found is not None, name
    tag, rest, depth = found[1], found[0], 0
    for each in re.finditer(rf"<(/?){tag}\b", rest):
        depth += -1 if each[1] else 1
        if not depth:
            return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", rest[: each.end()])
    raise AssertionError(name)
