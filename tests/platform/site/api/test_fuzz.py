"""Schemathesis against the real application: invented requests get answers that the schema promises, and no 500."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, transaction
from django.utils.timezone import localdate
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from competition.season import SeasonRules
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player
from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.tokens import create_token
from nabu.catalogue.games.services import load_component_set
from nabu.catalogue.variants.models import Variant
from nabu.contests.announcements.services import make_announcement
from nabu.contests.calls.contact.services import write_to_organiser
from nabu.contests.calls.director.services import call_director
from nabu.contests.calls.limits.services import block_caller
from nabu.contests.clubs.seasons import SeasonSpec, create_season
from nabu.contests.clubs.services import create_club, set_member
from nabu.contests.clubs.suspensions import suspend
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import ApprovalObjection
from nabu.contests.results.photos.services import add_photo
from nabu.contests.results.services import object_to_result, rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.series.services import SeriesSpec, start_series
from nabu.contests.tournaments.entries.services import add_entry
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.restrictions.services import add_restriction
from nabu.contests.tournaments.roles.invitations import make_invitation
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.messages.webhooks.services import create_webhook, ping
from nabu.people.claims import requests as claims
from nabu.people.claims.models import Merge
from nabu.web.jobs.models import Job
from tests.cases import each
from tests.platform.board.reviews.reviewed import store_review
from tests.platform.scenario import component_file, one_transaction, users
from tests.platform.site.api.conftest import World, picture
from tests.platform.statistics.lab.played import other_bots_experiment, played_experiment
from tests.profiles import LONG, examples


@schemathesis.serializer("application/x-ndjson")
def as_it_is(context: schemathesis.SerializationContext, value: object) -> bytes:
    """The body of a log is the text itself."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@cache
def operations() -> dict[str, schemathesis.APIOperation]:
    """Every operation of the API by its label. Asked for when a test runs: making the schema takes a second."""
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    return {operation.label: operation for operation in (found.ok() for found in schema.get_all_operations())}


def those_of_this_database() -> list[str]:
    """Each database gets them all in the long profile. In the short one PostgreSQL gets a quarter of them, since all
    reads are asked for there by test_permissions and it refuses values that SQLite takes wherever they come in; SQLite
    gets the others."""
    on_postgresql = connection.vendor == "postgresql"
    return [label for number, label in enumerate(operations()) if LONG or (number % 4 == 0) == on_postgresql]


def every_other(turn: int) -> list[str]:
    """All operations in the long profile; in the short one half of them, and with the next turn the other half."""
    return list(operations()) if LONG else list(operations())[turn::2]


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """One transaction for the whole file: each request is taken back by itself.

    The end of a request would close the database connection, which here is the test's. Django's own client does this.
    """
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    with one_transaction(django_db_blocker):
        yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def world(db: None) -> World:
    return World()


@pytest.fixture(scope="module")
def staff_token(world: World) -> str:
    return create_token(world.users["staff"], "fuzz", Scope.values)[1]


@pytest.fixture(scope="module")
def real_ids(world: World, staff_token: str) -> dict[str, dict[str, object]]:
    """For each first word of an address the parameters that lead to something that exists."""
    submission = world.submit()
    world.verify(submission)
    move = next(each["move"] for each in store_review(submission.log).decisions if each["rather"])
    entry, pair = world.running.entries.all()[0], world.draft.entries.all()[:2]
    webhook = create_webhook(world.organiser, world.running, "https://example.org/nabu", ["round.published"])
    load_component_set(world.users["staff"], component_file("corrected"))
    club = create_club(world.users["ana"], "Players of Ur")
    set_member(world.users["ana"], club, "bo", "scorekeeper")
    photo = add_photo(world.organiser, world.table, picture())
    about_ratings = ApprovalObjection.objects.create(
        tournament=world.running, user=world.users["ana"], reason="Not so."
    )
    ruled = Table.objects.filter(round=world.round).exclude(pk=world.table.pk)[0]
    rule_result(world.organiser, ruled, Ruling([50, 40]))
    objection = object_to_result(users(ruled)[0], ruled, "We counted twice")
    update_tournament(world.organiser, world.draft, registration=True, capacity=2)
    registration = register(world.users["other organiser"], world.draft)
    twins = [Player.objects.create(name=name) for name in ("Ana", "Twin")]
    for twin in twins:
        add_entry(world.organiser, world.running, twin)
    claim = claims.ask(world.users["ana"], twins[0])
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    season = create_season(world.users["ana"], club, SeasonSpec(name="Spring in Ur", rules=SeasonRules(), **days))
    until = localdate() + timedelta(days=9)
    suspended = suspend(world.users["ana"], club, world.player("bo"), until=until, reason="noise")
    call = call_director(users(world.table)[0], world.table)
    conversation = write_to_organiser(world.users["bo"], world.running, "Players of Ur").conversation
    Tournament.objects.filter(pk=world.draft.pk).update(starts_on=localdate())
    series = start_series(world.organiser, Tournament.objects.get(pk=world.draft.pk), SeriesSpec("Every week"))
    return {
        "rating-objections": {"id": about_ratings.pk},
        "claims": {"id": claim.pk},
        "merges": {"id": Merge.objects.create(source=twins[1], target=world.player("staff")).pk},
        "registrations": {"id": registration.pk},
        "changes": {"id": AuditEntry.objects.filter(tournament=world.running).exclude(changes=[]).latest("pk").pk},
        "clubs": {"id": club.pk},
        "seasons": {"club": club.pk, "id": season.pk, "player": world.player("ana").pk},
        "suspensions": {"club": club.pk, "id": suspended.pk},
        "calls": {"id": call.pk},
        "conversations": {"id": conversation.pk},
        "blocks": {"id": block_caller(world.organiser, call).pk},
        "role-invitations": {"id": make_invitation(world.organiser, world.draft, "scorekeeper")[0].pk},
        "series": {"id": series.pk},
        "memberships": {"id": club.memberships.latest("pk").pk},
        "roles": {"id": world.draft.roles.all()[0].pk},
        "tokens": {"id": world.users["staff"].api_tokens.first().pk},
        "players": {"id": world.player("ana").pk, "game": "babylonia", "other": world.player("bo").pk},
        "games": {"key": "babylonia", "game": "babylonia", "name": "corrected"},
        "tournaments": {"id": world.running.pk},
        "variants": {"id": Variant.objects.all()[0].pk},
        "entries": {"id": entry.pk, "number": 2},
        "announcements": {"id": make_announcement(world.organiser, world.running, "Lunch until 14:00.").pk},
        "penalties": {"id": give_penalty(world.organiser, entry, PenaltySpec("warning", reason="noise")).pk},
        "restrictions": {"id": add_restriction(world.organiser, world.draft, *pair, "forbidden").pk},
        "stages": {"id": world.stage.pk},
        "standings": {"stage": world.stage.pk, "id": entry.pk},
        "rounds": {"id": world.round.pk},
        "jobs": {"id": Job.objects.create(kind="pair", payload={"tournament": world.running.pk}).pk},
        "tables": {"id": world.table.pk, "photo": photo.pk},
        "reports": {"id": world.report().pk},
        "submissions": {"id": submission.pk},
        "objections": {"id": objection.pk},
        "webhooks": {"id": webhook.pk},
        "deliveries": {"id": ping(world.organiser, webhook).pk},
        "logs": {"sha256": submission.log.sha256, "move": move},
        "dashboards": {"game": "babylonia"},
        "experiments": {
            "id": played_experiment(world.organiser).pk,
            "other": other_bots_experiment(world.organiser).pk,
        },
        "ratings": {"game": "babylonia", "player": world.player("ana").pk},
    }


@cache
def requests(label: str) -> st.SearchStrategy[schemathesis.Case]:
    """Requests that fit the schema of this operation, and such that do not."""
    return st.one_of([operations()[label].as_strategy(generation_mode=mode) for mode in GenerationMode])


def ask(data: st.DataObject, label: str, token: str | None, ids: dict[str, dict[str, object]] | None) -> None:
    """Send an invented request to this operation and take back what it changed."""
    case = data.draw(requests(label))
    if ids is not None and case.path_parameters:
        path = case.operation.path
        real = ids["standings" if "{stage}" in path else path.split("/")[5 if "{club}" in path else 3]]
        case.path_parameters = {name: real[name] for name in case.path_parameters}
    with transaction.atomic():
        case.call_and_validate(headers={"Authorization": f"Token {token}"} if token else {}, checks=CHECKS)
        transaction.set_rollback(True)


@pytest.mark.both_databases
@each("label", those_of_this_database)
@given(data=st.data())
@examples(5)
def test_invented_requests_about_things_that_exist(
    label: str, data: st.DataObject, staff_token: str, real_ids: dict[str, dict[str, object]]
) -> None:
    ask(data, label, staff_token, real_ids)


@each("label", lambda: every_other(0))
@given(data=st.data())
@examples(3)
def test_invented_requests_about_things_that_mostly_do_not_exist(
    label: str, data: st.DataObject, staff_token: str
) -> None:
    ask(data, label, staff_token, None)


@each("label", lambda: every_other(1))
@given(data=st.data(), exists=st.booleans())
@examples(3)
def test_invented_requests_of_a_visitor(
    label: str, data: st.DataObject, exists: bool, real_ids: dict[str, dict[str, object]]
) -> None:
    ask(data, label, None, real_ids if exists else None)
