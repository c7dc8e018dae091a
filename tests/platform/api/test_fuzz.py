"""Schemathesis against the real application: invented requests get answers that the schema promises, and no 500."""

from __future__ import annotations

from collections.abc import Iterator

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from nabu.games.services import load_component_set
from nabu.jobs.models import Job
from nabu.players.scopes import Scope
from nabu.players.tokens import create_token
from nabu.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.tournaments.restrictions.services import add_restriction
from nabu.variants.models import Variant
from nabu.webhooks.services import create_webhook, ping
from tests.platform.api.conftest import World
from tests.platform.lab.played import played_experiment
from tests.platform.scenario import component_file


@schemathesis.serializer("application/x-ndjson")
def as_it_is(context: schemathesis.SerializationContext, value: object) -> bytes:
    """The body of a log is the text itself."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


SCHEMA = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
bounded = hypothesis.settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.fixture(autouse=True)
def keep_the_connection() -> Iterator[None]:
    """The end of a request closes its database connection, which here is the test's. Django's own client does this."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def staff_token(world: World) -> str:
    return create_token(world.users["staff"], "fuzz", Scope.values)[1]


@pytest.fixture
def real_ids(world: World) -> dict[str, dict[str, object]]:
    """For each first word of an address the parameters that lead to something that exists."""
    submission = world.submit()
    entry, pair = world.running.entries.all()[0], world.draft.entries.all()[:2]
    webhook = create_webhook(world.organiser, world.running, "https://example.org/nabu", ["round.published"])
    load_component_set(world.users["staff"], component_file("corrected"))
    return {
        "tokens": {"id": world.users["staff"].api_tokens.first().pk},
        "players": {"id": world.player("ana").pk, "game": "babylonia"},
        "games": {"key": "babylonia", "game": "babylonia", "name": "corrected"},
        "tournaments": {"id": world.running.pk},
        "variants": {"id": Variant.objects.all()[0].pk},
        "entries": {"id": entry.pk, "number": 2},
        "penalties": {"id": give_penalty(world.organiser, entry, PenaltySpec("warning", reason="noise")).pk},
        "restrictions": {"id": add_restriction(world.organiser, world.draft, *pair, "forbidden").pk},
        "stages": {"id": world.stage.pk},
        "rounds": {"id": world.round.pk},
        "jobs": {"id": Job.objects.create(kind="pair", payload={"tournament": world.running.pk}).pk},
        "tables": {"id": world.table.pk},
        "reports": {"id": world.report().pk},
        "submissions": {"id": submission.pk},
        "webhooks": {"id": webhook.pk},
        "deliveries": {"id": ping(world.organiser, webhook).pk},
        "logs": {"sha256": submission.log.sha256},
        "dashboards": {"game": "babylonia"},
        "experiments": {"id": played_experiment(world.organiser).pk},
        "ratings": {"game": "babylonia", "player": world.player("ana").pk},
    }


def ask(case: schemathesis.Case, token: str) -> None:
    """Send it and take back what it changed."""
    with transaction.atomic():
        case.call_and_validate(headers={"Authorization": f"Token {token}"}, checks=CHECKS)
        transaction.set_rollback(True)


@SCHEMA.parametrize()
@bounded
def test_invented_requests_about_things_that_mostly_do_not_exist(case: schemathesis.Case, staff_token: str) -> None:
    ask(case, staff_token)


@SCHEMA.parametrize()
@bounded
def test_invented_requests_about_things_that_exist(
    case: schemathesis.Case, staff_token: str, real_ids: dict[str, dict[str, object]]
) -> None:
    parameters = real_ids.get(case.operation.path.split("/")[3], {})
    for name in case.path_parameters or {}:
        case.path_parameters[name] = parameters[name]
    ask(case, staff_token)


@SCHEMA.parametrize()
@bounded
def test_invented_requests_of_a_visitor(case: schemathesis.Case, world: World) -> None:
    with transaction.atomic():
        case.call_and_validate(checks=CHECKS)
        transaction.set_rollback(True)
