"""What the schema says of a message is what is sent."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from jsonschema import Draft202012Validator

from nabu.contests.announcements.services import make_announcement, withdraw_announcement
from nabu.contests.calls.director.services import call_director, close_call, take_call
from nabu.contests.matches.models import Objection, Table
from nabu.contests.results import services as matches
from nabu.contests.results.approval.services import approve_tournament, withdraw_approval
from nabu.contests.results.settling.objecting import reject_objection
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.cancelling.services import cancel_tournament
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.rounds.draft import renumber_table
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round, unpublish_round
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.contests.tournaments.stages import finish_tournament, reopen_tournament
from nabu.messages.webhooks import services
from nabu.messages.webhooks.described import KINDS, example_of
from nabu.messages.webhooks.events import EVENTS
from nabu.messages.webhooks.models import Delivery
from tests.platform.by_hand import do_jobs
from tests.platform.scenario import log_of, make_event, users

pytestmark = pytest.mark.django_db


def sent() -> dict[str, Any]:
    """The first message of each kind from a tournament in which everything happens."""
    event = make_event(4, table_size=2, rounds=1, start=False, rated=True)
    Tournament.objects.filter(pk=event.tournament.pk).update(name="Spring cup")
    webhook = services.create_webhook(event.organiser, event.refresh(), "http://127.0.0.1:65534/", list(EVENTS))
    found: dict[str, Any] = {}

    def look() -> None:
        do_jobs("announce")
        for delivery in Delivery.objects.order_by("pk"):
            found.setdefault(delivery.event, json.loads(delivery.body))
        Delivery.objects.all().delete()

    start_tournament(event.organiser, event.refresh())
    services.ping(event.organiser, webhook)
    look()
    del found["entry.changed"]  # those who were entered in the draft
    round_ = publish_round(event.organiser, pair_round(event.organiser, event.refresh()))
    look()
    unpublish_round(event.organiser, round_)
    look()
    publish_round(event.organiser, round_)
    table, other = Table.objects.filter(round=round_).order_by("-number")
    renumber_table(event.organiser, table, 9)
    renumber_table(event.organiser, table, table.number)
    look()
    player, opponent = users(table)
    call = call_director(player, table, "A card is missing.")
    look()
    take_call(event.organiser, call)
    look()
    close_call(event.organiser, call)
    look()
    report = matches.report_result(player, table, [61, 88])
    look()
    matches.confirm_report(opponent, report)
    look()
    matches.object_to_result(player, table, "We had counted wrongly.")
    look()
    reject_objection(event.organiser, Objection.objects.get(), "I watched the game.")
    look()
    matches.reopen_table(event.organiser, table, "Wrong table.")
    look()
    matches.dispute_report(opponent, matches.report_result(player, table, [61, 88]), "No.")
    look()
    matches.rule_result(event.organiser, table, Ruling([61, 88], reason="Counted again."))
    matches.rule_result(event.organiser, other, Ruling([50, 40]))
    matches.reopen_table(event.organiser, other, "There is a log.")
    submission = matches.submit_log(event.organiser, log_of(other), other)
    verify_log(submission.log.verifications.get().pk)
    look()
    said = make_announcement(event.organiser, event.tournament, "Lunch until 14:00.")
    look()
    withdraw_announcement(event.organiser, said)
    look()
    drop_entry(event.organiser, Entry.objects.filter(tournament=event.tournament).order_by("seed")[3])
    look()
    finish_tournament(event.organiser, event.refresh())
    look()
    reopen_tournament(event.organiser, event.refresh())
    look()
    finish_tournament(event.organiser, event.refresh())
    approve_tournament(event.organiser, event.refresh())
    look()
    withdraw_approval(event.organiser, event.refresh(), "Too early.")
    look()
    cancel_tournament(event.organiser, reopen_tournament(event.organiser, event.refresh()), "No hall.")
    look()
    return found


def plain(value: Any, name: str = "") -> Any:
    """The same message with other ids, times, places and names of players."""
    if isinstance(value, dict):
        return {key: plain(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if name == "address":
        return re.sub(r"^https?://[^/]+|[0-9a-f]{64}|(?<=/)\d+(?=/)", "", value)
    if name == "name" and value != "Spring cup":
        return "player"
    if name in ("id", "stage", "table", "sha256", "timestamp", "made_at"):
        return type(value).__name__
    return value


def test_every_message_is_as_described_and_its_example_is_one() -> None:
    schema = json.loads(OpenApiJsonRenderer().render(SchemaGenerator().get_schema(public=True), renderer_context={}))
    messages = sent()
    assert messages.keys() == set(KINDS) == schema["webhooks"].keys()
    for kind, real in messages.items():
        body = schema["webhooks"][kind]["post"]["requestBody"]["content"]["application/json"]
        [example] = [each["value"] for each in body["examples"].values()]
        assert example == example_of(kind)
        check = Draft202012Validator({**body["schema"], "components": schema["components"]})
        for message in (real, example):
            assert [error.message for error in check.iter_errors(message)] == [], kind
        assert plain(example) == plain(real), kind
