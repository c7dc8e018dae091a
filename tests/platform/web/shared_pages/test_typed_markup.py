"""Whatever people type, into whatever field: no page and no feed takes it for a part of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.db.models import F, Model, Value
from django.db.models.fields import CharField
from django.db.models.functions import Cast, Concat
from django.test import Client
from django.urls import reverse

from competition.prizes import CLUB
from engine.registry import GAMES
from nabu.accounts.players.models import Player, User
from nabu.board.records.models import Record
from nabu.catalogue.games.services import load_component_set
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.services import VariantSpec, save_variant
from nabu.contests.clubs.models import Club
from nabu.contests.matches.models import GameLog, Objection, ResultReport, Table
from nabu.contests.ratings.models import ApprovalObjection, RatingExclusion
from nabu.contests.results import services as results
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.tournaments.models import Entry, Penalty, Prize, Registration, Restriction, Tournament
from nabu.statistics.lab.models import Arm, Experiment
from nabu.statistics.lab.services import Choice, ExperimentDesign, cancel_experiment, create_experiment
from tests.platform.answers import check_answer, text_of
from tests.platform.board.records.conftest import device, signed_in, table_to_record, verify_all
from tests.platform.scenario import Event, agree, component_file, log_of, make_event, users
from tests.platform.web.shared_pages.days import Address, pages_of

pytestmark = pytest.mark.django_db

TYPED = "<!--person:header.html--><!--mine:1:x-->"
MARKUP = ("<!--person", "<!--mine")
FREE_TEXTS: dict[type[Model], tuple[str, ...]] = {
    User: ("username",),
    Player: ("name",),
    Club: ("name",),
    Tournament: ("name", "description", "place"),
    Entry: ("club", "note"),
    Registration: ("club",),
    Penalty: ("reason",),
    Restriction: ("reason",),
    Prize: ("title",),
    Variant: ("name", "description"),
    Experiment: ("name", "seed"),
    Arm: ("name",),
    Record: ("device_name",),
    ResultReport: ("reason", "dispute_reason"),
    Objection: ("reason", "answer_reason"),
    ApprovalObjection: ("reason", "answer"),
    RatingExclusion: ("reason",),
}
"""What people write. Titles of component sets and seats of logs are written into their files."""

TOKENS_IN_FORMS = re.compile(r'(name="csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]{64}"')
TOKEN = re.compile(r"\b(?![0-9a-f]{64}\b)[A-Za-z0-9]{64}\b")
GAME = "babylonia"
PLAIN = ("text/csv", "text/plain", "text/calendar", "application/octet-stream", "application/x-ndjson")
SHOWN = (
    "&lt;!--person:header.html--&gt;&lt;!--mine:1:x--&gt;",
    r"\u003c!--person:header.html--\u003e\u003c!--mine:1:x--\u003e",
)


def type_it_everywhere() -> None:
    """Into every row, past the services, which refuse some of it today. What must differ ends with its number."""
    for model, columns in FREE_TEXTS.items():
        type_it(model, columns)


def type_it(model: type[Model], columns: tuple[str, ...]) -> None:
    typed = Concat(Value(TYPED), Cast(F("pk"), CharField())) if model in (User, Player, Club, Variant) else Value(TYPED)
    assert model._base_manager.update(**dict.fromkeys(columns, typed)), f"no row of {model.__name__}"


@pytest.fixture
def event() -> Event:
    """Everything in which somebody can write: a live game, a log, a disputed result, one with an objection ..."""
    event = make_event(6, table_size=2, rounds=2)
    made, organiser = event.tournament, event.organiser
    type_it(Player, ("name",))
    load_component_set(organiser, component_file("evil", title=TYPED))
    Tournament.objects.update(club=Club.objects.create(name="-"), watch_delay=0, starts_on=date(2030, 5, 4))
    ApprovalObjection.objects.create(tournament=made, user=organiser)
    RatingExclusion.objects.create(tournament=made, by=organiser)
    Prize.objects.create(tournament=made, title="-", position=1, only=f"{CLUB}{TYPED}")
    first, second, *_others = made.entries.order_by("seed")
    Penalty.objects.create(tournament=made, entry=first, kind="warning", given_by=organiser)
    Restriction.objects.create(tournament=made, one=first, other=second, kind="forbidden")
    Registration.objects.create(tournament=made, player=first.player, status="accepted", position=1)
    save_variant(organiser, GAMES[GAME], VariantSpec(name="-", ruleset="base", changes={"rack/limit": 4}))
    arms = [Choice("base"), Choice("seven_of_nine")]
    tried = create_experiment(organiser, GAMES[GAME], ExperimentDesign("-", 2, 9, ["random"], "-", arms))
    cancel_experiment(organiser, tried)
    live, proven, disputed = event.pair().tables.order_by("number")
    record, lines = table_to_record(live)
    device(users(live)[0], record).append(*lines[:6])
    submit_log(users(proven)[0], log_of(proven), proven)
    verify_all()
    results.object_to_result(users(proven)[0], agree(proven), "-")
    one, other = users(disputed)
    results.dispute_report(other, results.report_result(one, disputed, [9, 8]), "-")
    type_it_everywhere()
    return event


def moving_parts(event: Event) -> Iterator[Address]:
    """Shared pages, the moves and the picture of the live game, and what programs ask for about such an event."""
    yield from pages_of(event.tournament)
    live = Client().get(reverse("table:watch_now", args=[Record.objects.get().table_id])).json()
    assert all(name.startswith(TYPED) for name in live["names"])
    for path in (live["moves"], live["picture"]):
        yield path, {}
    pk = event.tournament.pk
    for name in ("export_json", "export_trf", "calendar"):
        yield reverse(f"tournaments:{name}", args=[pk]), {}
    yield reverse("tournaments:export_csv", args=[pk, "players"]), {}
    for part in ("", "entries/", "prizes/"):
        yield f"/api/v1/tournaments/{pk}/{part}", {}


def everything(event: Event) -> Iterator[Address]:
    """What else tells of it, to somebody who sees all."""
    pk, stage, log = event.tournament.pk, event.tournament.stages.get().pk, GameLog.objects.get().sha256
    names = ("prizes", "penalties", "restrictions", "ratings", "audit", "registration", "check_in", "roles", "edit")
    for name in (*names, "print_people", "print_standings", "dashboard_games"):
        yield reverse(f"tournaments:{name}", args=[pk]), {}
    yield reverse("tournaments:breakdown", args=[stage, event.tournament.entries.order_by("seed")[0].pk]), {}
    for name, model in (("players", Player), ("clubs", Club), ("lab", Experiment), ("variants", Variant)):
        yield reverse(f"{name}:list", args=[GAME] if model is Variant else []), {}
        yield reverse(f"{name}:detail", args=[model._base_manager.latest("pk").pk]), {}
    for path in ("tournaments", "games", "ratings", f"dashboards/{GAME}/games", f"games/{GAME}/sets/evil"):
        yield f"/{path}/", {}
    yield reverse("games:set_file", args=[GAME, "evil"]), {}
    for name in ("log", "replay", "raw"):
        yield reverse(f"table:{name}", args=[log]), {}
    for table in Table.objects.filter(round__stage__tournament=pk):
        yield f"/tables/{table.pk}/", {}
        yield f"/api/v1/tables/{table.pk}/", {}
    for path in ("players", "clubs", "variants", "experiments", f"logs/{log}", f"games/{GAME}/component-sets", "me"):
        yield f"/api/v1/{path}/", {}
    for path in (
        "objections/",
        f"changes/?tournament={pk}",
        f"stages/{stage}/standings/",
        f"tournaments/{pk}/penalties/",
    ):
        yield f"/api/v1/{path}", {}


def test_typed_markup_is_shown_and_never_run(event: Event) -> None:
    wrong, all_asked, seen = [], set(), set()
    parts = list(moving_parts(event))
    for user, asked in ((None, parts), (event.players[0], parts), (event.organiser, list(everything(event)))):
        client = signed_in(user)
        for address, headers in asked:
            all_asked.add(address)
            answer: Any = client.get(address, headers={**headers, "Accept-Encoding": "gzip"})
            check_answer(answer, signed_in=user is not None)
            text, kind = text_of(answer), answer.get("Content-Type", "").partition(";")[0]
            ran = kind not in PLAIN and any(mark in text for mark in MARKUP)
            leaked = TOKEN.findall(TOKENS_IN_FORMS.sub("", text))
            if answer.status_code != 200 or ran or leaked:
                wrong.append((user, address, answer.status_code, ran, leaked))
            if any(code in text for code in SHOWN):
                seen.add(address)
    assert not wrong
    # Next to all of them show what was typed, so the test has looked at the right ones.
    assert len(seen) > 0.8 * len(all_asked)
