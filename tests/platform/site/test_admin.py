"""Staff see every model in the admin, in few queries, and change nothing there that only services may change."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.registry import GAMES
from nabu.accounts.players.models import Player, UsedCode, User
from nabu.accounts.players.tokens import create_token
from nabu.board.records.models import Branch, JournalEntry
from nabu.board.records.services import GameSpec, issue_record
from nabu.catalogue.games.services import load_component_set
from nabu.catalogue.variants.models import Variant
from nabu.contests.announcements.services import make_announcement
from nabu.contests.calls.contact.services import write_to_organiser
from nabu.contests.calls.director.services import call_director
from nabu.contests.calls.limits.services import block_caller, change_settings
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.clubs.seasons import SeasonSpec, create_season
from nabu.contests.clubs.suspensions import suspend
from nabu.contests.dates.models import DateSettings, Extension, Reminder, RoundDate
from nabu.contests.matches.models import DuplicateAnswer, Photo, UsualScores
from nabu.contests.matches.slips import replace_slips
from nabu.contests.ratings.quality.services import refresh_quality
from nabu.contests.results.approval.objections import object_to_approval
from nabu.contests.results.services import object_to_result, rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.results.tasks import verify_log
from nabu.contests.series.models import Series, SeriesEvent
from nabu.contests.tournaments.consent import give_standing_consent
from nabu.contests.tournaments.exclusion import exclude_tournament, restore_tournament
from nabu.contests.tournaments.models import (
    DeclinedInvitation,
    Penalty,
    Prize,
    Registration,
    Restriction,
    Role,
    TriedVariant,
)
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.rating_changes import rate_tournament
from nabu.contests.tournaments.restrictions.services import add_restriction
from nabu.contests.tournaments.roles.invitations import accept_invitation, make_invitation
from nabu.messages.notifications.accounts import write_account_mail
from nabu.messages.notifications.services import update_mail
from nabu.messages.push.models import Notification
from nabu.messages.webhooks.models import Attempt, PublicEvent
from nabu.messages.webhooks.services import create_webhook, ping
from nabu.operations.backups.models import Run
from nabu.operations.supervisor.models import WriteProof
from nabu.people.claims.models import ClaimRequest, Invitation, Merge, WrongCode
from nabu.statistics.dashboards.facts.staleness import mark_stale
from nabu.statistics.lab.services import Choice, ExperimentDesign, create_experiment
from nabu.statistics.store.models import CountedTournament, Place, Recount, RecountedPart, Store, StoredPart
from nabu.web.idempotency.models import KeyedRequest
from nabu.web.jobs.models import Job
from nabu.web.link_pictures.models import LinkPicture
from nabu.web.quotas.models import Upload
from nabu.web.site_time.models import SiteTime
from tests.platform.board.reviews.reviewed import store_review
from tests.platform.kept import kept_for_file
from tests.platform.messages.push.service import FakeBrowser
from tests.platform.scenario import account, approved, component_file, game_log, log_of, make_event, make_rated, users

OURS = [model for model in apps.get_models() if model.__module__.startswith("nabu.")]
EDITABLE = {User, Player}


def everything() -> User:
    """A row of every model; and who looks at them."""
    load_component_set(account("ana"), component_file("corrected"))
    event = make_event(4, components="corrected")
    first = event.pair().tables.get()
    verify_log(
        submit_log(event.organiser, log_of(first, component_file=component_file("corrected")), first)
        .log.verifications.get()
        .pk
    )
    second = event.pair().tables.get()
    nothing = {source.key: [0, 0, 0, 0] for source in GAMES["babylonia"].sources}
    rule_result(event.organiser, second, Ruling(points=nothing))
    object_to_result(users(second)[0], second, "We counted twice")
    replace_slips([second])
    store_review(submit_log(event.organiser, game_log(2)).log, event.organiser)
    approved(event)
    rate_tournament(event.tournament)
    exclude_tournament(account("keeper", is_staff=True), event.tournament, "Being looked at.")
    restore_tournament(User.objects.get(username="keeper"), event.tournament, "Fine.")
    object_to_approval(event.players[0], event.tournament, "Not so.")
    make_rated(event.organiser)
    refresh_quality(event.tournament.game)
    mark_stale([event.tournament.pk])
    one, other, *_ = event.tournament.entries.all()
    give_penalty(event.organiser, one, PenaltySpec(Penalty.Kind.WARNING, reason="late"))
    make_announcement(event.organiser, event.tournament, "Lunch until 14:00.")
    add_restriction(event.organiser, event.tournament, one, other, Restriction.Kind.DISCOURAGED, "family")
    TriedVariant.objects.create(tournament=event.tournament, variant=Variant.objects.all()[0])
    Prize.objects.create(tournament=event.tournament, position=1, title="A tablet")
    DateSettings.objects.create(tournament=event.tournament, remind_hours=24)
    RoundDate.objects.create(tournament=event.tournament, stage=1, number=1, due_at=timezone.now())
    Extension.objects.create(table=first, due_at=timezone.now())
    Reminder.objects.create(round=first.round, number=first.number, due_at=timezone.now())
    Role.objects.create(tournament=event.tournament, user=event.players[0], kind=Role.Kind.SCOREKEEPER)
    invitation, _code = make_invitation(event.organiser, event.tournament, Role.Kind.DIRECTOR)
    accept_invitation(event.players[1], invitation)
    series = Series.objects.create(name="Tuesday night", owner=event.organiser)
    SeriesEvent.objects.create(series=series, tournament=event.tournament, day=timezone.localdate())
    Job.objects.create(kind="pair", asked_by=event.organiser)
    Photo.objects.create(table=second, content=b"", media_type="image/jpeg", width=1, height=1, sent_by=event.organiser)
    UsualScores.objects.create(game="babylonia", players=4, scores=5000, low=40, high=180)
    DuplicateAnswer.objects.create(table=first, moves="0" * 64, same=True, reason="Twice.", answered_by=event.organiser)
    give_standing_consent(event.players[0], Club.objects.create(name="Uruk"))
    Membership.objects.create(club=Club.objects.create(name="Ur"), user=event.organiser, kind=Membership.Kind.OWNER)
    club = Club.objects.get(name="Ur")
    create_season(
        event.organiser, club, SeasonSpec(name="2026", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))
    )
    player = event.players[0].player
    suspend(event.organiser, club, player, until=timezone.localdate(), reason="Noise.")
    Registration.objects.create(tournament=event.tournament, player=player, status="declined", position=1)
    DeclinedInvitation.objects.create(tournament=event.tournament, player=player)
    Invitation.objects.create(player=player, digest="0" * 64, expires_at=timezone.now())
    ClaimRequest.objects.create(player=player, account=event.organiser)
    WrongCode.objects.create(account=event.organiser, network="203.0.113.7")
    Merge.objects.create(source=player, target=event.players[1].player)
    create_token(event.organiser, "screen", ["read"])
    UsedCode.objects.create(user=event.organiser, code="123456")
    arms = [Choice(ruleset="base"), Choice(ruleset="seven_of_nine")]
    words = {"name": "Seven", "players": 2, "games": 9, "bots": ["random"], "seed": "7", "arms": arms}
    create_experiment(event.organiser, GAMES["babylonia"], ExperimentDesign(**words))
    record = issue_record(event.organiser, GameSpec("ishtar", "base", "ishtar-2019", ["Ana", "Bo"]))
    branch = Branch.objects.create(record=record, epoch=1, device="an old phone", base=0)
    moment = {"keep": 0, "base": 0, "received_at": timezone.now()}
    JournalEntry.objects.create(
        record=record, branch=branch, epoch=1, device="an old phone", seq=0, op="append", **moment
    )
    Upload.objects.create(account=event.organiser, network="203.0.113.7", size=1)
    SiteTime.objects.create(zone="Europe/Madrid")
    WriteProof.objects.create(written_at=timezone.now())
    Run.objects.create(kind=Run.Kind.BACKUP, started_at=timezone.now(), finished_at=timezone.now())
    PublicEvent.objects.create(number=1, kind="ping", at=timezone.now(), tournament=event.tournament, object_id=1)
    store = Store.objects.create(place=Place.objects.create(host="here"), key="babylonia", layout="1")
    StoredPart.objects.create(store=store, month=202611, tables="a", sums="b", games=1)
    recount = Recount.objects.create(store=store, model="models/a.json", fitted_to=1)
    RecountedPart.objects.create(recount=recount, month=202611, tables="a", sums="c", games=1)
    CountedTournament.objects.create(store=store, tournament=event.tournament.pk, number=1)
    KeyedRequest.objects.create(user=event.organiser, key="one", fingerprint="0" * 64)
    update_mail(event.organiser, [])
    write_account_mail(event.organiser, "organiser@example.org", "password_changed")
    webhook = create_webhook(event.organiser, event.tournament, "https://example.org/", ["table.result"])
    Attempt.objects.create(delivery=ping(event.organiser, webhook), status=200)
    device = FakeBrowser("http://127.0.0.1:65534/").allow(event.organiser)
    Notification.objects.create(device=device, table=first, expires_at=timezone.now())
    LinkPicture.objects.create(kind="event", subject="1", language="en", version="0" * 16, png=b"")
    caller = next(user for user in users(second) if user not in event.players[:2])  # those two help to run it
    block_caller(event.organiser, call_director(caller, second))
    change_settings(event.organiser, event.tournament, calls=False)
    write_to_organiser(account("asks"), event.tournament, "Is there food?")
    return account("boss", is_staff=True, is_superuser=True)


db, kept_world, changes_are_taken_back, world = kept_for_file(everything, "world")


@pytest.fixture
def boss(client: Client, world: User) -> Client:
    client.force_login(world)
    return client


def page(model: type[Model], name: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def test_every_model_is_shown_in_few_queries(boss: Client, django_assert_max_num_queries: Any) -> None:
    for model in OURS:
        assert model in admin.site._registry, model
        obj = model._default_manager.first()
        assert obj, model
        with django_assert_max_num_queries(15, info=str(model)):
            assert boss.get(page(model, "changelist")).status_code == 200, model
        assert boss.get(page(model, "change", obj.pk)).status_code == 200, model


@pytest.mark.usefixtures("plain_refusals")
def test_what_services_change_is_not_added_or_deleted(boss: Client) -> None:
    for model in OURS:
        if model in EDITABLE:
            continue
        obj = model._default_manager.first()
        assert obj, model
        assert boss.get(page(model, "add")).status_code == 403, model
        assert boss.post(page(model, "delete", obj.pk), {"post": "yes"}).status_code == 403, model
        assert boss.post(page(model, "change", obj.pk), {}).status_code == 403, model


def test_secrets_of_accounts_are_on_no_page(boss: Client) -> None:
    user = User.objects.get(is_superuser=True)
    made = Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DPEHPK3PXP"})
    assert "JBSWY3DPEHPK3PXP" not in boss.get(page(Authenticator, "change", made.pk)).content.decode()
    assert UserSession not in admin.site._registry, "its pages would show the keys of sessions"
    assert boss.post(page(Authenticator, "delete", made.pk), {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.exists(), "the way back for somebody who has lost the phone"
