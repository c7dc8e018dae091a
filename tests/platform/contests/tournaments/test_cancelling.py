"""A tournament is given up: what stays, what never counts, who is told, and how it is taken back."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.clubs.services import create_club
from nabu.contests.domain_events import events
from nabu.contests.domain_events.events import DomainEvent, events_of
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import RatedGame
from nabu.contests.results import services as results
from nabu.contests.results.approval.services import approve_tournament, withdraw_approval
from nabu.contests.results.history.services import undo
from nabu.contests.results.organised import organised
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.tournaments.cancelling.queries import consequences_of, how_far
from nabu.contests.tournaments.cancelling.services import cancel_tournament, reopen_cancelled, set_keeps_ratings
from nabu.contests.tournaments.clock.services import start_clock
from nabu.contests.tournaments.exports.everything import everything
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.permissions import can_see_lot
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.notifications import texts
from nabu.messages.notifications.models import Mailbox
from nabu.messages.notifications.writing import mails_of
from nabu.people.profiles.clubs.season import season_of_year
from nabu.people.profiles.players.queries import open_tables, tournaments_of
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, log_of, make_event, users

Status = Tournament.Status
WHY = "The hall is flooded."


def half_played() -> Event:
    """Rated, round 1 of 3 at three tables: one has a result, one is reported, one is open."""
    event = make_event(6, table_size=2, rounds=3, rated=True)
    one, two, _open = event.pair().tables.order_by("number")
    results.rule_result(event.organiser, one, Ruling([40, 30]))
    results.report_result(users(two)[0], two, [9, 8])
    event.refresh()
    return event


db, kept_world, changes_are_taken_back, event = kept_for_file(half_played, "event")


def cancelled(event: Event, *, keeps: bool = True) -> Tournament:
    return cancel_tournament(event.organiser, event.tournament, WHY, keeps_ratings=keeps)


def announced() -> Event:
    """A draft with registration and three players."""
    event = make_event(3, start=False)
    update_tournament(event.organiser, event.tournament, registration=True)
    event.refresh()
    return event


def test_what_follows_is_counted_before(event: Event) -> None:
    follows = consequences_of(event.tournament)
    assert (follows.open_tables, follows.people, follows.rated_games) == (2, 6, 1)


def test_results_and_standings_stay_and_open_tables_count_for_nobody(event: Event) -> None:
    before = [(row.place, row.entry.pk, row.points, row.games) for row in standings(event.tournament)]
    made = cancelled(event)
    assert (made.status, made.cancelled_reason, how_far(made)) == ("cancelled", WHY, "Cancelled during: Round 1")
    assert [(row.place, row.entry.pk, row.points, row.games) for row in standings(made)] == before
    assert sum(row.games for row in standings(made)) == 2, "one table of two has a result"


def test_nothing_more_can_be_played(event: Event) -> None:
    open_ = event.tournament.stages.get().rounds.get().tables.get(status=Table.Status.OPEN)
    proven = event.tournament.stages.get().rounds.get().tables.get(status=Table.Status.CONFIRMED)
    data = log_of(open_)
    cancelled(event)
    player = users(open_)[0]
    for attempt in (
        lambda: results.report_result(player, open_, [1, 0]),
        lambda: results.rule_result(event.organiser, open_, Ruling([1, 0])),
        lambda: submit_log(player, data, open_),
        lambda: pair_round(event.organiser, event.refresh()),
    ):
        with pytest.raises(Refused, match="cancelled"):
            attempt()
    # A log may still prove the result that stands.
    assert submit_log(users(proven)[0], log_of(proven), proven).pk
    assert not open_tables(player)
    assert not tournaments_of(player)


def test_the_clock_stands_still(event: Event) -> None:
    round_ = event.tournament.stages.get().rounds.get()
    round_.minutes = 30
    round_.save()
    start_clock(event.organiser, round_)
    cancelled(event)
    round_.refresh_from_db()
    assert round_.paused_at is not None


def test_reopened_it_is_what_it_was_and_history_undoes_it_too(event: Event) -> None:
    def tables() -> list[tuple[int, str]]:
        return list(Table.objects.order_by("pk").values_list("pk", "status"))

    before = tables()
    for take_back in (
        lambda made: reopen_cancelled(event.organiser, made),
        lambda made: undo(event.organiser, AuditEntry.objects.filter(action="tournament.cancelled").latest("pk")),
    ):
        take_back(cancelled(event))
        found = event.refresh()
        assert (found.status, found.cancelled_from, found.cancelled_reason) == ("running", "", "")
        assert tables() == before
    pair = event.tournament.stages.get().rounds.get().tables.get(status=Table.Status.OPEN)
    results.rule_result(event.organiser, pair, Ruling([1, 0]))


@pytest.mark.parametrize("keeps", [True, False])
def test_rated_games_stay_as_the_organiser_says(event: Event, keeps: bool) -> None:
    """Changeable until the approval, and the games that have no result never count."""
    Tournament.objects.filter(pk=event.tournament.pk).update(ratings_need="reported")
    made = cancelled(event, keeps=not keeps)
    made = set_keeps_ratings(event.organiser, made, keeps)
    waits = [each.tournament.pk for each in organised(event.organiser) if each.step]
    assert (made.pk in waits) == keeps
    if not keeps:
        with pytest.raises(Refused, match="not rated"):
            approve_tournament(event.organiser, made)
        assert not RatedGame.objects.exists()
        return
    approve_tournament(event.organiser, made)
    assert RatedGame.objects.count() == 1
    with pytest.raises(Refused, match="approved"):
        set_keeps_ratings(event.organiser, made, False)
    withdraw_approval(event.organiser, made, "Wrong.")
    assert not RatedGame.objects.exists()
    set_keeps_ratings(event.organiser, made, False)
    with pytest.raises(Refused, match="Later changes"):
        undo(event.organiser, AuditEntry.objects.filter(action="tournament.approval_withdrawn").latest("pk"))


def test_reopening_takes_the_ratings_back(event: Event) -> None:
    Tournament.objects.filter(pk=event.tournament.pk).update(ratings_need="reported")
    approve_tournament(event.organiser, cancelled(event))
    found = reopen_cancelled(event.organiser, event.refresh())
    assert (found.approved_at, RatedGame.objects.count()) == (None, 0)


def test_the_second_organiser_is_told_who_was_first(event: Event) -> None:
    cancelled(event)
    with pytest.raises(Refused, match="Player_Organiser already cancelled"):
        cancelled(event)
    stranger = account("stranger")
    with pytest.raises(NotAllowed):
        reopen_cancelled(stranger, event.refresh())


def test_what_nobody_else_knows_of_is_deleted_and_a_reason_is_needed() -> None:
    event = make_event(2, start=False)
    with pytest.raises(Refused, match="Delete it"):
        cancelled(event)
    update_tournament(event.organiser, event.tournament, registration=True)
    for reason in (" ", "x" * 501):
        with pytest.raises(Refused, match="reason"):
            cancel_tournament(event.organiser, event.tournament, reason)


def test_a_draft_that_is_cancelled_keeps_its_seed_secret_and_can_be_started_later() -> None:
    """Who knew the random seed before the start could register again until the draw is a good one."""
    event = announced()
    made = cancelled(event)
    assert how_far(made) == "Cancelled before the start"
    assert not can_see_lot(event.players[0], made)
    assert everything(made, organises=False)["tournament"]["lot"] == ""
    with pytest.raises(Refused, match="cancelled"):
        register(account("late"), made)
    assert reopen_cancelled(event.organiser, made).status == Status.DRAFT
    assert register(account("later"), event.refresh()).status == Registration.Status.ACCEPTED


def test_players_and_programs_are_told_of_both() -> None:
    event = announced()
    update_tournament(event.organiser, event.tournament, capacity=3)
    waits = account("waits", email="waits@nabu.example")
    register(waits, event.refresh())
    dropped = event.tournament.entries.get(player__user=event.players[2])
    Entry.objects.filter(pk=dropped.pk).update(status=Entry.Status.DROPPED)
    for user in (*event.players, waits):
        user.email = f"{user.username}@nabu.example"
        user.save()
        Mailbox.objects.update_or_create(user=user, defaults={"confirmed": user.email})
    made = cancelled(event)
    for take_back, kind, again, subject in (
        (False, events.TOURNAMENT_CANCELLED, False, "mails.cancelled"),
        (True, events.TOURNAMENT_REOPENED, True, "mails.cancelled_not"),
    ):
        if take_back:
            made = reopen_cancelled(event.organiser, made)
        happened = events_of(AuditEntry.objects.latest("pk"))
        assert happened == [DomainEvent(kind, made, made.pk, again)]
        mails = mails_of(happened, event.organiser.pk)
        assert {mail.user for mail in mails} == {event.players[0], event.players[1], waits}
        assert {mail.content["subject"]["key"] for mail in mails} == {subject}
    assert WHY in str(texts.cancelled(waits.player, cancelled(event)).to_json())


def test_players_of_a_cancelled_event_stay_visible(event: Event) -> None:
    cancelled(event)
    for user in event.players:
        assert Client().get(reverse("players:detail", args=[user.player.pk])).status_code == 200


def test_a_cancelled_event_gives_no_points_of_the_season(event: Event) -> None:
    club = create_club(event.organiser, "Ur")
    Tournament.objects.filter(pk=event.tournament.pk).update(club=club)
    cancelled(event)
    assert season_of_year(club, None).table.tournaments == []


def test_the_page_asks_first_and_keeps_what_was_typed(event: Event) -> None:
    client = Client()
    client.force_login(event.organiser, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("tournaments:cancel", args=[event.tournament.pk])
    page = client.get(address).content.decode()
    assert "2 open tables are closed without a result" in page
    assert "6 players are told by mail" in page
    refused = client.post(address, {"reason": "x" * 501, "keeps_ratings": "no"}).content.decode()
    assert "x" * 501 in refused
    assert event.refresh().status == Status.RUNNING
    client.post(address, {"reason": WHY, "keeps_ratings": "no"})
    found = event.refresh()
    assert (found.status, found.keeps_ratings) == (Status.CANCELLED, False)
    shown = Client().get(reverse("tournaments:detail", args=[found.pk])).content.decode()
    assert WHY in shown
    for name in ("detail", "standings", "standings_embed", "projector", "follow"):
        shown = Client().get(reverse(f"tournaments:{name}", args=[found.pk])).content.decode()
        assert "Cancelled during: Round 1" in shown, name
