"""Deadlines: reminded of once, and decided by a director, each with one step that can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from competition.formats import StageSpec
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.dates import tasks
from nabu.contests.dates.models import Extension, Reminder
from nabu.contests.dates.queries import count_overdue, dates_of_table, overdue_tables
from nabu.contests.dates.reminders import to_remind
from nabu.contests.dates.services import (
    RoundSpec,
    confirm_overdue,
    draw_overdue,
    extend_by_days,
    extend_deadline,
    forfeit_overdue,
    set_dates,
)
from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import proof_of
from nabu.contests.matches.rated_games import is_rated_game
from nabu.contests.results.history.services import undo
from nabu.contests.results.services import confirm_report, report_result
from nabu.contests.tournaments.models import Role, Round
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.rating_changes import unrated_games
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.notifications.kinds import Kind
from nabu.messages.notifications.models import Mail, Mailbox
from nabu.messages.notifications.writing import save_mails
from nabu.web.jobs.models import Job
from tests.cases import each
from tests.platform.by_hand import do_jobs
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event, users

HOUR = timedelta(hours=1)
OPEN, REPORTED = Table.Status.OPEN, Table.Status.REPORTED


def started(event: Event) -> Event:
    """The first round was published a week ago."""
    event.pair()
    Round.objects.filter(stage__tournament=event.tournament).update(published_at=timezone.now() - timedelta(days=7))
    for user in event.players:
        user.email = f"{user.username}@example.org"
        user.save()
        Mailbox.objects.create(user=user, confirmed=user.email)
    return event


def played() -> tuple[Event, Event, Event, Event]:
    cup = [StageSpec("single_elimination", {"table_size": 2, "best_of": 1})]
    match = [StageSpec("single_elimination", {"table_size": 2, "best_of": 3})]
    found = (
        started(make_event(4, stages=[StageSpec("league", {"table_size": 2, "rounds": 3})])),
        started(make_event(4, stages=cup, prefix="cup")),
        started(make_event(2, stages=match, prefix="match")),
        started(make_event(4, prefix="four")),
    )
    # What the workers would still do about the beginning is nothing to these tests.
    Job.objects.all().delete()
    return found


db, kept_world, changes_are_taken_back, league, cup, match, four = kept_for_file(
    played, "league", "cup", "match", "four"
)


def due_in(event: Event, hours: float, number: int = 1) -> None:
    """The deadline of a round is so far away; negative: over."""
    due = timezone.now() + timedelta(hours=hours)
    set_dates(event.organiser, event.refresh(), [RoundSpec(1, number, None, due)])


def first_table(event: Event) -> Table:
    return Table.objects.filter(round__stage__tournament=event.tournament).order_by("number", "game_number")[0]


def remind() -> list[str]:
    """What beat and a worker do. The subjects of the new mails."""
    before = set(Mail.objects.values_list("pk", flat=True))
    tasks.look_for_deadlines()
    do_jobs(tasks.REMIND)
    return sorted(mail.subject for mail in Mail.objects.exclude(pk__in=before))


def reminded(subjects: list[str]) -> int:
    assert all(": play until 20" in subject for subject in subjects), subjects
    return len(subjects)


def director(event: Event, name: str = "ada") -> User:
    user = account(name)
    Role.objects.create(tournament=event.tournament, user=user, kind=Role.Kind.DIRECTOR)
    return user


# --- Reminders --------------------------------------------------------------------------------------------------------


def test_players_without_a_result_are_reminded_once(league: Event) -> None:
    due_in(league, 49)
    assert remind() == []
    due_in(league, 47)
    table = first_table(league)
    report_result(users(table)[0], table, [1, 0])
    assert reminded(remind()) == 2, "the two at the table without a report"
    assert remind() == []
    do_jobs(tasks.REMIND)
    assert Reminder.objects.count() == 1


def test_two_workers_and_one_that_is_killed_remind_once(league: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    due_in(league, 47)
    tasks.look_for_deadlines()
    tasks.look_for_deadlines()
    assert Job.objects.filter(kind=tasks.REMIND).count() == 1, "two look, one job"

    def dies(mails: Any) -> None:
        save_mails(mails)
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("nabu.messages.notifications.receivers.save_mails", dies)
        do_jobs(tasks.REMIND)
    assert not Reminder.objects.exists()
    assert not Mail.objects.filter(kind=Kind.DEADLINE).exists(), "mails and reminders are stored together"
    do_jobs(tasks.REMIND)
    assert Mail.objects.filter(kind=Kind.DEADLINE).count() == 4


def test_a_moved_deadline_reminds_again_and_the_old_one_does_not(league: Event) -> None:
    due_in(league, 40)
    assert reminded(remind()) == 4
    moved = AuditEntry.objects.latest("pk")
    due_in(league, 100)
    assert remind() == []
    due_in(league, 30)
    assert reminded(remind()) == 4
    last = AuditEntry.objects.filter(action="dates.changed").latest("pk")
    undo(league.organiser, last)
    undo(league.organiser, AuditEntry.objects.filter(action="dates.changed", pk__gt=moved.pk).order_by("pk")[0])
    assert remind() == [], "they know of this deadline"


@each(("hours", "remind_hours", "mails"), [(47, 0, 0), (47, 24, 0), (23, 24, 4), (71, 72, 4), (-1, 48, 0)])
def test_reminders_go_out_as_the_organiser_wants(league: Event, hours: int, remind_hours: int, mails: int) -> None:
    Reminder.objects.all().delete()
    due_in(league, hours)
    set_dates(league.organiser, league.refresh(), [], remind_hours)
    assert reminded(remind()) == mails


def test_no_reminder_where_the_news_of_the_table_was_late(league: Event) -> None:
    due_in(league, 20)
    Round.objects.filter(stage__tournament=league.tournament).update(published_at=timezone.now() - HOUR)
    assert remind() == []


def test_no_reminder_right_after_a_short_extension(league: Event) -> None:
    due_in(league, -1)
    for table in Table.objects.filter(round__stage__tournament=league.tournament):
        extend_deadline(league.organiser, table, timezone.now() + 24 * HOUR)
    assert remind() == []
    Extension.objects.update(made_at=timezone.now() - 25 * HOUR)
    assert reminded(remind()) == 4


def test_byes_and_whoever_wants_no_such_mail_are_not_reminded(league: Event) -> None:
    Mailbox.objects.filter(user=league.players[0]).update(off=[Kind.DEADLINE])
    due_in(league, 40)
    assert reminded(remind()) == 3
    Table.objects.update(is_bye=True)
    Reminder.objects.all().delete()
    assert to_remind(timezone.now()) == []


def test_a_match_has_one_deadline_for_all_its_games(match: Event) -> None:
    due_in(match, 40)
    assert reminded(remind()) == 2
    table = first_table(match)
    one, other = users(table)
    confirm_report(other, report_result(one, table, [5, 3]))
    assert remind() == [], "the second game has the same deadline"
    due_in(match, -1)
    assert [each.game_number for each in overdue_tables(match.tournament)] == [2]


# --- Past the deadline ------------------------------------------------------------------------------------------------


def test_a_late_result_counts_until_a_director_decides(league: Event) -> None:
    due_in(league, -1)
    assert count_overdue(league.tournament) == 2
    table = first_table(league)
    report_result(users(table)[0], table, [1, 0])
    report = table.reports.get()
    with pytest.raises(Refused, match="changed meanwhile, by Player"):
        forfeit_overdue(league.organiser, table, [0], OPEN)
    confirm_overdue(league.organiser, table, report.pk)
    assert count_overdue(league.tournament) == 1


def places(table: Table) -> list[tuple[int | None, bool]]:
    return [(seat.place, seat.absent) for seat in table.seats.order_by("position")]


@each(("absent", "found"), [([1], [(1, False), (2, True)]), ([0, 1], [(2, True), (2, True)])])
def test_who_did_not_play_forfeits(league: Event, absent: list[int], found: list[tuple[int, bool]]) -> None:
    table = first_table(league)
    due_in(league, -1)
    forfeit_overdue(league.organiser, table, absent, OPEN)
    assert places(table) == found
    entry = AuditEntry.objects.filter(action="table.forfeited").latest("pk")
    assert entry.reason == "deadline passed"
    undo(league.organiser, entry)
    assert places(table) == [(None, False), (None, False)]
    assert count_overdue(league.tournament) == 2


def test_a_draw_shares_the_points_and_is_never_rated(league: Event, client: Client) -> None:
    due_in(league, -1)
    table = first_table(league)
    draw_overdue(league.organiser, table, OPEN)
    table.refresh_from_db()
    assert places(table) == [(1, False), (1, False)]
    one, other = table.seats.order_by("position")
    assert one.exact_points == other.exact_points
    assert one.exact_points is not None
    assert one.exact_points > 0
    assert (table.basis, proof_of(table), is_rated_game(table)) == ("forfeit", "", False)
    assert unrated_games(league.tournament).not_played == 1
    page = client.get(reverse("table:page", args=[table.pk])).content.decode()
    assert "game not played" in page
    assert {row.points for row in standings(league.tournament) if row.games} == {one.exact_points}
    undo(league.organiser, AuditEntry.objects.filter(action="table.drawn").latest("pk"))
    assert places(table) == [(None, False), (None, False)]


def test_no_draw_in_a_knockout_nor_in_a_match(cup: Event, match: Event, client: Client) -> None:
    for event, why in ((cup, "one player must advance"), (match, "match of several games|one player must advance")):
        due_in(event, -1)
        with pytest.raises(Refused, match=why):
            draw_overdue(event.organiser, first_table(event), OPEN)
    client.force_login(cup.organiser)
    page = client.get(reverse("dates:overdue", args=[cup.tournament.pk])).content.decode()
    assert "one player must advance" in page
    assert "overdue/draw/" not in page


def test_a_match_is_given_up_as_a_whole(match: Event) -> None:
    due_in(match, -1)
    forfeit_overdue(match.organiser, first_table(match), [1], OPEN)
    assert count_overdue(match.tournament) == 0
    games = Table.objects.filter(round__stage__tournament=match.tournament)
    assert [game.status for game in games] == ["confirmed", "confirmed"], "two of three"
    assert match.tournament.stages.get().rounds.get().status == Round.Status.FINISHED


def test_two_who_are_left_of_four_still_have_to_play(four: Event) -> None:
    due_in(four, -1)
    table = first_table(four)
    forfeit_overdue(four.organiser, table, [0, 1], OPEN)
    assert count_overdue(four.tournament) == 1
    draw_overdue(four.organiser, table, OPEN)
    assert places(table) == [(3, True), (3, True), (1, False), (1, False)]


def test_more_time_is_told_reminded_of_and_undone(league: Event) -> None:
    due_in(league, -30)
    before = dates_of_table(first_table(league)).due_at
    table = first_table(league)
    extend_by_days(league.organiser, table, 3)
    found = dates_of_table(table).due_at
    assert before is not None
    assert found is not None
    assert (found - before) % timedelta(days=1) == timedelta()
    assert timedelta(days=3) <= found - timezone.now() <= timedelta(days=4)
    assert count_overdue(league.tournament) == 1, "the other table"
    do_jobs("announce")
    told = Mail.objects.filter(kind=Kind.DEADLINE)
    assert sorted(mail.user.username for mail in told) == sorted(user.username for user in users(table))
    assert "new deadline" in told[0].subject
    assert f"Play until: {found:%Y-%m-%d %H:%M}" in told[0].text
    undo(league.organiser, AuditEntry.objects.filter(action="table.deadline_extended").latest("pk"))
    assert not Extension.objects.exists()
    assert count_overdue(league.tournament) == 2


def test_the_round_gets_more_time_than_an_extended_table(league: Event) -> None:
    due_in(league, -30)
    table = first_table(league)
    extend_deadline(league.organiser, table, timezone.now() + HOUR)
    later = timezone.now().replace(second=0, microsecond=0) + timedelta(days=5)
    set_dates(league.organiser, league.refresh(), [RoundSpec(1, 1, None, later)])
    assert dates_of_table(table).due_at == later
    set_dates(league.organiser, league.refresh(), [RoundSpec(1, 1, None, None)])
    assert dates_of_table(table).due_at is None, "without a deadline nobody has an extended one"


@each(
    ("decide", "why"),
    [
        (lambda actor, table: forfeit_overdue(actor, table, [0], OPEN), "not over"),
        (lambda actor, table: draw_overdue(actor, table, OPEN), "not over"),
        (lambda actor, table: extend_deadline(actor, table, timezone.now() - HOUR), "later deadline"),
    ],
)
def test_before_the_deadline_only_more_time_is_given(
    league: Event, decide: Callable[[User, Table], object], why: str
) -> None:
    due_in(league, 5)
    with pytest.raises(Refused, match=why):
        decide(league.organiser, first_table(league))


def test_the_second_of_two_directors_hears_what_the_first_one_did(league: Event, client: Client) -> None:
    due_in(league, -1)
    table, ada = first_table(league), director(league)
    forfeit_overdue(ada, table, [1], OPEN)
    client.force_login(league.organiser)
    for address, sent in (
        ("dates:forfeit", {"absent": "0", "seen": "open"}),
        ("dates:draw", {"seen": "open"}),
        ("dates:extend", {"days": "1"}),
    ):
        page = client.post(reverse(address, args=[table.pk]), sent, follow=True).content.decode()
        assert "already has a result, by Ada (director)" in page, address
    assert places(table) == [(1, False), (2, True)]


def test_a_refused_date_stays_typed(league: Event, client: Client) -> None:
    due_in(league, -1)
    client.force_login(league.organiser)
    table = first_table(league)
    past = f"{timezone.now() - HOUR:%Y-%m-%dT%H:%M}"
    page = client.post(reverse("dates:extend", args=[table.pk]), {f"extend-{table.pk}-due_at": past}).content.decode()
    assert "Choose a later deadline." in page
    assert past in page


def test_only_directors_decide(league: Event) -> None:
    due_in(league, -1)
    keeper = account("keeper")
    Role.objects.create(tournament=league.tournament, user=keeper, kind=Role.Kind.SCOREKEEPER)
    table = first_table(league)
    for person in (keeper, league.players[0]):
        with pytest.raises(NotAllowed):
            forfeit_overdue(person, table, [0], OPEN)
        with pytest.raises(NotAllowed):
            draw_overdue(person, table, OPEN)
        with pytest.raises(NotAllowed):
            extend_by_days(person, table, 1)


def test_a_league_with_one_table_missed_goes_on_after_one_tap(league: Event, client: Client) -> None:
    due_in(league, -1)
    played, missed = Table.objects.filter(round__stage__tournament=league.tournament).order_by("number")
    one, other = users(played)
    confirm_report(other, report_result(one, played, [5, 3]))
    client.force_login(league.organiser)
    page = client.get(reverse("tournaments:detail", args=[league.tournament.pk])).content.decode()
    assert "1 table past the deadline" in page
    board = client.get(reverse("dates:overdue", args=[league.tournament.pk])).content.decode()
    name = users(missed)[0].player.name
    assert f"{name} did not play" in board
    page = client.post(
        reverse("dates:forfeit", args=[missed.pk]), {"absent": "0", "seen": "open"}, follow=True
    ).content.decode()
    assert "No table is past its deadline" in page
    assert league.pair().number == 2


def test_players_see_until_when_they_have_time(league: Event, client: Client) -> None:
    due_in(league, 40)
    table = first_table(league)
    client.force_login(users(table)[0])
    for address in (
        reverse("tournaments:detail", args=[league.tournament.pk]),
        reverse("tournaments:round", args=[table.round_id]),
        reverse("table:page", args=[table.pk]),
    ):
        assert "Deadline:" in client.get(address).content.decode(), address
    assert "until " in client.get(reverse("tournaments:round", args=[table.round_id])).content.decode()


def test_the_news_of_the_table_names_the_deadline(league: Event) -> None:
    for table in Table.objects.filter(round__stage__tournament=league.tournament):
        one, other = users(table)
        confirm_report(other, report_result(one, table, [5, 3]))
    due_in(league, 100, number=2)
    Job.objects.all().delete()
    league.pair()
    do_jobs("announce")
    mails = [mail.text for mail in Mail.objects.filter(kind=Kind.PAIRING)]
    assert len(mails) == 4
    assert all("Play until: 20" in text for text in mails)


def test_more_overdue_tables_do_not_cost_more_queries(league: Event, client: Client) -> None:
    due_in(league, -1)
    client.force_login(league.organiser)
    addresses = [
        reverse("dates:overdue", args=[league.tournament.pk]),
        f"/api/v1/tournaments/{league.tournament.pk}/overdue/",
    ]

    def counted() -> list[int]:
        counts = []
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            counts.append(len(queries))
        return counts

    counted()
    two = counted()
    draw_overdue(league.organiser, first_table(league), OPEN)
    counted()
    assert counted() == two


def test_a_program_does_what_the_pages_do(league: Event) -> None:
    api = APIClient()
    api.force_authenticate(league.organiser)
    base = f"/api/v1/tournaments/{league.tournament.pk}"
    first = (timezone.now() - timedelta(days=1)).replace(microsecond=0)
    filled = api.post(f"{base}/dates/fill/", {"first": first.isoformat(), "days": 7}, format="json").json()
    assert len(filled["rounds"]) == 3
    changed = api.post(
        f"{base}/dates/", {"rounds": [{"number": 3, "due_at": None}], "remind_hours": 72}, format="json"
    ).json()
    assert [bool(each["due_at"]) for each in changed["rounds"]] == [True, True, False]
    assert changed["remind_hours"] == 72
    table, other = (each["id"] for each in api.get(f"{base}/overdue/").json()["results"])
    round_ = api.get(f"/api/v1/rounds/{first_table(league).round_id}/").json()
    assert round_["due_at"] == round_["tables"][0]["due_at"] == filled["rounds"][0]["due_at"]
    assert api.post(f"/api/v1/tables/{table}/overdue/extend/", {"days": 3}, format="json").status_code == 204
    assert api.get(f"/api/v1/tables/{table}/").json()["due_at"] > round_["due_at"]
    refused = api.post(f"/api/v1/tables/{other}/overdue/forfeit/", {"absent": [0], "status": "reported"}, format="json")
    assert refused.status_code == 409
    assert api.post(f"/api/v1/tables/{other}/overdue/draw/", {}, format="json").status_code == 204
    assert api.get(f"{base}/overdue/").json()["results"] == []
