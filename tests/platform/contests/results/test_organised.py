"""The home page of an organiser: what waits in each tournament, in a number of queries that does not grow."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Objection, Table
from nabu.contests.results import services as results
from nabu.contests.results.organised import organised
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.models import Tournament
from nabu.web.jobs.models import Job
from tests.platform.contests.tournaments.people import helper_of
from tests.platform.scenario import Event, account, make_event, seats

pytestmark = pytest.mark.usefixtures("db")


def disputed_and_objected(event: Event) -> tuple[Table, Table]:
    """Play a round with a dispute at one table and an objection at the other."""
    one, two = event.pair().tables.order_by("number")
    first, second = (seat.entry.player.user for seat in seats(one)[:2])
    results.report_result(first, one, [60, 59, 58, 57])
    results.dispute_report(second, one.reports.get(), "no")
    results.rule_result(event.organiser, two, Ruling([60, 59, 58, 57]))
    results.object_to_result(seats(two)[0].entry.player.user, two, "We counted <twice>")
    return one, two


def home(client: Client, user: User) -> str:
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.get(reverse("home")).content.decode()


def test_disputes_objections_and_the_next_step_stand_by_their_tournament(client: Client) -> None:
    event = make_event(8)
    one, two = disputed_and_objected(event)
    html = home(client, event.organiser)
    assert "Disputes to settle" in html
    assert reverse("table:page", args=[one.pk]) in html
    assert f"{reverse('table:page', args=[two.pk])}#objection-{Objection.objects.get().pk}" in html
    assert "We counted &lt;twice&gt;" in html
    assert "Round 1: results at 1 of 2 tables. 1 is disputed." in html
    assert "Settle disputes" in html


def test_each_role_is_told_what_it_can_do(client: Client) -> None:
    event = make_event(8)
    director, scorekeeper = helper_of(event, "director"), helper_of(event, "scorekeeper")
    assert [found.step is None for found in organised(scorekeeper)] == [True]  # pairing is for directors
    assert "Round 1 of" in str(organised(director)[0].step)
    disputed_and_objected(event)
    assert [(len(found.disputes), len(found.objections)) for found in organised(director)] == [(1, 1)]
    assert [(len(found.disputes), len(found.objections)) for found in organised(scorekeeper)] == [(1, 0)]
    assert "results at 1 of 2" in str(organised(scorekeeper)[0].step)
    assert organised(account("stranger")) == []
    assert "Tournaments you organise" not in home(client, event.players[0])


def test_no_round_is_offered_when_nobody_is_left(client: Client) -> None:
    event = make_event(4)
    for entry in event.tournament.entries.all():
        drop_entry(event.organiser, entry)
    html = home(client, event.organiser)
    assert "Round 1 of 3 can be paired" not in html
    assert "Fewer than two players are left, so no round can be paired." in html
    page = client.get(reverse("tournaments:detail", args=[event.tournament.pk])).content.decode()
    assert reverse("tournaments:finish", args=[event.tournament.pk]) in page


def test_a_stage_ends_where_its_players_have_left_after_a_round(client: Client) -> None:
    event = make_event(4, stages=[StageSpec("swiss", {"rounds": 3})])
    for table in event.pair().tables.all():
        results.rule_result(event.organiser, table, Ruling([60, 59, 58, 57]))
    for entry in event.tournament.entries.all():
        drop_entry(event.organiser, entry)
    assert "Round 2 of 3 can be paired" not in home(client, event.organiser)
    page = client.get(reverse("tournaments:detail", args=[event.tournament.pk])).content.decode()
    assert reverse("tournaments:finish", args=[event.tournament.pk]) in page


def test_a_job_under_way_is_shown_instead_of_the_step(client: Client) -> None:
    event = make_event(4)
    key = f"tournament:{event.tournament.pk}"
    job = Job.objects.create(
        kind="pair", key=key, status=Job.Status.RUNNING, payload={"tournament": event.tournament.pk}
    )
    html = home(client, event.organiser)
    assert reverse("tournaments:job", args=[job.pk]) in html
    assert "Pairing" in html
    assert "can be paired" not in html


def test_where_somebody_waits_comes_first_and_what_is_over_is_not_listed() -> None:
    waiting = make_event(8, prefix="a")
    disputed_and_objected(waiting)
    boss = waiting.organiser
    running, draft, over, rated, practice = (
        make_event(2, start=False, prefix=prefix, organiser=boss).tournament for prefix in "bcdef"
    )
    for tournament, fields in (
        (running, {"status": "running"}),
        (over, {"status": "finished"}),
        (rated, {"status": "finished", "rated": True}),
        (practice, {"status": "running", "practice": True}),
    ):
        Tournament.objects.filter(pk=tournament.pk).update(**fields)
    assert [found.tournament.pk for found in organised(boss)] == [waiting.tournament.pk, running.pk, rated.pk, draft.pk]


@pytest.mark.parametrize("bracket", ["single_elimination", "double_elimination"])
def test_brackets_are_not_worked_out_for_it(bracket: str) -> None:
    event = make_event(4, stages=[StageSpec(bracket, {})])
    assert "Round 1 can be paired." in str(organised(event.organiser)[0].step)
    for table in event.pair().tables.all():
        results.rule_result(event.organiser, table, Ruling([90, 80]))
    assert ": all results are in." in str(organised(event.organiser)[0].step)


def test_more_tournaments_do_not_cost_more_queries() -> None:
    first = make_event(8, prefix="a")
    disputed_and_objected(first)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            user = User.objects.get(pk=first.organiser.pk)
            for found in organised(user):
                assert found.step
        return len(captured)

    queries()
    before = queries()
    for prefix in "bcd":
        more = make_event(8, prefix=prefix, organiser=first.organiser)
        disputed_and_objected(more)
    paired = make_event(4, prefix="e", organiser=first.organiser)
    paired.pair()
    make_event(4, prefix="f", organiser=first.organiser)
    make_event(4, prefix="g", organiser=first.organiser, start=False)
    make_event(4, prefix="h", organiser=first.organiser, stages=[StageSpec("double_elimination", {})])
    make_event(4, prefix="i", organiser=first.organiser, stages=[StageSpec("single_elimination", {})])
    assert queries() == before <= 12
