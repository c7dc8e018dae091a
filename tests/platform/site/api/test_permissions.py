"""Who may do what: every action of the API against every kind of person, and no action without a line here.

test_bodies.py asks everybody for each of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import URLPattern, URLResolver
from django.utils import timezone
from django.utils.timezone import localdate
from rest_framework.test import APIClient

from analytics.facts import extract_facts
from competition import formats
from competition.season import SeasonRules
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player
from nabu.accounts.players.services import create_player
from nabu.accounts.players.tokens import create_token
from nabu.board.reviews.services import ask_for_review, review_tournament
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.services import load_component_set, withdraw_component_set
from nabu.catalogue.variants.services import VariantSpec, save_variant
from nabu.contests.announcements.services import make_announcement
from nabu.contests.calls.contact.services import write_to_organiser
from nabu.contests.calls.director.services import call_director
from nabu.contests.calls.limits.services import block_caller
from nabu.contests.clubs import services as clubs
from nabu.contests.clubs.models import Club
from nabu.contests.clubs.seasons import SeasonSpec, change_season, create_season, last_change_number
from nabu.contests.clubs.suspensions import suspend
from nabu.contests.dates.services import RoundSpec, set_dates
from nabu.contests.matches.models import GameLog, Seat, Table
from nabu.contests.results import services as matches
from nabu.contests.results.approval.objections import object_to_approval
from nabu.contests.results.approval.services import approve_tournament
from nabu.contests.results.photos.services import add_photo
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.tasks import verify_log
from nabu.contests.series import services as series
from nabu.contests.series.making import dates_of
from nabu.contests.series.models import Series
from nabu.contests.tournaments.cancelling.services import cancel_tournament
from nabu.contests.tournaments.clock.services import set_minutes
from nabu.contests.tournaments.consent import give_standing_consent
from nabu.contests.tournaments.entries import check_in
from nabu.contests.tournaments.entries.byes import ask_for_bye
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import add_entries_by_name, add_entry, update_entry
from nabu.contests.tournaments.exclusion import exclude_tournament
from nabu.contests.tournaments.fees.services import note_entry_paid, note_registration_paid
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.restrictions.services import add_restriction
from nabu.contests.tournaments.roles.invitations import make_invitation
from nabu.contests.tournaments.rounds.draft import move_seat, seat_stand_in, swap_seats
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import lock_round, publish_round
from nabu.contests.tournaments.setup.services import (
    TournamentSpec,
    create_tournament,
    start_tournament,
    update_tournament,
)
from nabu.messages.webhooks.models import Webhook
from nabu.messages.webhooks.services import create_webhook, ping
from nabu.people.claims import invitations, requests
from nabu.people.claims.merging import merge_players
from nabu.site import api_urls
from nabu.statistics.dashboards.facts.services import store_facts
from nabu.statistics.lab import services as lab
from nabu.statistics.lab.models import Experiment
from nabu.web.jobs.models import Job
from tests.platform.board.reviews.reviewed import store_review
from tests.platform.contests.ratings.played import measured
from tests.platform.kept import kept_for_file
from tests.platform.scenario import PASSWORD, account, component_file, make_rated, taken_back, without_draws
from tests.platform.sheets import A_SHEET
from tests.platform.site.api.conftest import LOG, World, picture, swiss

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")

PEOPLE = ("visitor", "player", "other player", "organiser", "other organiser", "staff", "director", "scorekeeper")
NEW_TOURNAMENT = {
    "name": "New",
    "game": "babylonia",
    "ruleset": "base",
    "components": "babylonia-2019",
    "stages": [{"format": "swiss"}],
}
NEW_VARIANT: dict[str, Any] = {
    "game": "babylonia",
    "name": "Rack of four",
    "ruleset": "base",
    "changes": [{"path": "rack/limit", "value": 4}],
}
NEW_EXPERIMENT: dict[str, Any] = {
    "game": "babylonia",
    "name": "Seven",
    "players": 2,
    "games": 9,
    "bots": ["random"],
    "seed": "7",
    "arms": [{"ruleset": "base"}, {"ruleset": "seven_of_nine"}],
}
WEBHOOK: dict[str, Any] = {"url": "https://example.org/nabu", "events": ["round.published"]}

Prepare = Callable[[World], "str | tuple[str, Any]"]


@dataclass(frozen=True)
class Case:
    """What to ask for (address, and body if there is one), and the status for each of PEOPLE in their order."""

    prepare: Prepare
    expected: str


def said(world: World, table: Table | None = None) -> int:
    return make_announcement(world.organiser, world.running, "Lunch until 14:00.", table=table).pk


def own_token(world: World) -> str:
    return f"tokens/{create_token(world.users['ana'], 'Screen', ['read'])[0].pk}/"


def webhook(world: World) -> int:
    return create_webhook(world.organiser, world.running, WEBHOOK["url"], WEBHOOK["events"]).pk


def delivery(world: World) -> int:
    return ping(world.organiser, Webhook.objects.get(pk=webhook(world))).pk


def loaded(world: World) -> str:
    load_component_set(world.users["ana"], component_file("corrected"))
    return "games/babylonia/component-sets/corrected/"


def withdrawn(world: World) -> str:
    address = loaded(world)
    withdraw_component_set(world.users["ana"], ComponentSet.objects.get())
    return address


def experiment(world: World, then: Callable[..., Any] | None = None) -> str:
    """Of the player, waiting for a worker unless something was done with it."""
    words = {name: NEW_EXPERIMENT[name] for name in ("name", "players", "games", "bots", "seed")}
    arms = [lab.Choice(**arm) for arm in NEW_EXPERIMENT["arms"]]
    made = lab.create_experiment(world.users["ana"], GAMES["babylonia"], lab.ExperimentDesign(**words, arms=arms))
    if then is not None:
        then(world.users["ana"], made)
    return f"experiments/{made.pk}/"


def two_line_ups(world: World) -> str:
    """Two experiments with different bots, both over; what they have played is made up."""
    pk = int(experiment(world, lab.cancel_experiment).split("/")[1])
    made = lab.repeat_with_bots(world.users["ana"], Experiment.objects.get(pk=pk), ["novice"], 9)
    lab.cancel_experiment(world.users["ana"], made)
    nothing_counted = {"played": 1, "unfinished": 0, "values": {}, "differences": {}}
    Experiment.objects.filter(pk__in=[pk, made.pk]).update(played=2, sums=[nothing_counted] * 2)
    return f"experiments/{pk}/against/{made.pk}/"


def variant(world: World) -> str:
    made = save_variant(
        world.users["ana"], GAMES["babylonia"], VariantSpec(name="Seven", ruleset="base", changes={"rack/limit": 7})
    )
    return f"variants/{made.pk}/"


def dropped(world: World) -> int:
    entry = world.running.entries.get(player=world.player("dia"))
    drop_entry(world.organiser, entry)
    return entry.pk


def disputed_log(world: World) -> tuple[str, Any]:
    submission = world.submit()
    world.report((1, 2))
    world.prove(submission)
    return f"tables/{world.table.pk}/accept-log/", {"submission": submission.pk, "reason": "The log proves it."}


def proven(world: World) -> tuple[str, Any]:
    world.prove(world.submit(by=world.organiser))
    return f"tables/{world.table.pk}/object/", {"reason": "That was our practice game."}


def log_without_seats(world: World) -> tuple[str, Any]:
    submission = world.submit()
    world.verify(submission)
    return f"submissions/{submission.pk}/seats/", {"seats": [seat.entry_id for seat in world.seats]}


def same_moves(world: World) -> tuple[str, Any]:
    """The game of a proven table, sent to another one without its draws."""
    sent = [world.submit(by=world.organiser)]
    verify_log(sent[0].log.verifications.get().pk)
    matches.assign_seats(world.organiser, sent[0], [seat.entry_id for seat in world.seats])
    other = world.round.tables.exclude(pk=world.table.pk).filter(is_bye=False)[0]
    sent.append(matches.submit_log(world.organiser, without_draws(LOG.read_bytes()), other))
    verify_log(sent[1].log.verifications.get().pk)
    return f"submissions/{sent[1].pk}/same-game/", {"same": True, "reason": "I watched the game."}


def objection(world: World) -> int:
    """By a log that gives another result than the confirmed one."""
    world.confirm_everything()
    world.prove(world.submit())
    return world.table.objections.get().pk


def anatomy(world: World) -> str:
    proven(world)
    world.table.refresh_from_db()
    assert world.table.log is not None
    store_facts(world.table.log, extract_facts(LOG.read_bytes())[1])
    return f"tables/{world.table.pk}/anatomy/"


def proven_log(world: World) -> GameLog:
    """Of a table that everybody sees."""
    proven(world)
    world.table.refresh_from_db()
    assert world.table.log is not None
    return world.table.log


def own_log(world: World) -> GameLog:
    """Of ana, without a table."""
    submission = world.submit(at_table=False)
    world.verify(submission)
    return submission.log


def review_of(world: World) -> str:
    """Of ana, waiting for a worker."""
    log = proven_log(world)
    ask_for_review(world.users["ana"], log)
    return f"logs/{log.sha256}/review/"


def alternative(world: World) -> str:
    log = own_log(world)
    marked = next(each for each in store_review(log).decisions if each["mark"])
    return f"logs/{log.sha256}/review/{marked['move']}/"


def to_review(world: World) -> str:
    proven_log(world)
    return f"tournaments/{world.running.pk}/reviews/"


def in_review(world: World) -> str:
    address = to_review(world)
    review_tournament(world.organiser, world.running)
    return address


def cancelled(world: World) -> tuple[str, Any]:
    cancel_tournament(world.organiser, world.running, "The hall is flooded.")
    return f"tournaments/{world.running.pk}/kept-ratings/", {"keeps_ratings": False}


def finished(world: World) -> str:
    world.finish()
    return f"tournaments/{world.running.pk}/reopen/"


def to_approve(world: World) -> str:
    make_rated(world.organiser)
    Tournament.objects.filter(pk=world.running.pk).update(rated=True)
    world.running.entries.update(consent="kept")
    world.finish()
    return f"tournaments/{world.running.pk}/approve/"


def approved(world: World) -> tuple[str, Any]:
    to_approve(world)
    approve_tournament(world.organiser, world.running)
    return f"tournaments/{world.running.pk}/withdraw-approval/", {"reason": "A log was wrong."}


def to_exclude(world: World) -> tuple[str, Any]:
    approved(world)
    return f"tournaments/{world.running.pk}/exclude-from-ratings/", {"reason": "Being looked at."}


def excluded(world: World) -> tuple[str, Any]:
    approved(world)
    exclude_tournament(world.users["staff"], world.running, "Being looked at.")
    return f"tournaments/{world.running.pk}/restore-to-ratings/", {"reason": "Fine."}


def to_object(world: World) -> tuple[str, Any]:
    approved(world)
    return f"tournaments/{world.running.pk}/rating-objections/", {"reason": "Never played."}


def objected(world: World) -> tuple[str, Any]:
    approved(world)
    made = object_to_approval(world.users["ana"], world.running, "Never played.")
    return f"rating-objections/{made.pk}/answer/", {"accepted": True, "answer": "Right."}


def agreed_to_a_club(world: World) -> str:
    found = club(world)
    for user in world.users.values():
        give_standing_consent(user, found)
    return f"clubs/{found.pk}/rating-consent/"


def overdue(world: World) -> int:
    set_dates(world.organiser, world.running, [RoundSpec(1, 1, None, timezone.now() - timedelta(days=1))])
    return world.table.pk


def last_change(world: World) -> int:
    return AuditEntry.objects.filter(tournament=world.running).exclude(changes=[]).order_by("-pk")[0].pk


def bracket(world: World) -> str:
    cup = world.new_tournament("Cup", formats.StageSpec("single_elimination"))
    start_tournament(world.organiser, cup)
    return f"stages/{cup.stages.get().pk}/bracket/"


def with_final(world: World) -> str:
    cup = world.new_tournament("Cup", swiss(rounds=1, advance=2), formats.StageSpec("single_elimination"))
    start_tournament(world.organiser, cup)
    publish_round(world.organiser, pair_round(world.organiser, cup))
    stage = cup.stages.get(position=1)
    for table in stage.rounds.get().tables.all():
        matches.rule_result(world.organiser, table, Ruling([5, 4]))
    return f"stages/{stage.pk}/finish/"


def swap(world: World) -> tuple[str, Any]:
    draft = world.next_draft_round()
    first, second = [seat.pk for table in draft.tables.all() for seat in table.seats.all()][:2]
    return f"rounds/{draft.pk}/swap/", {"first": first, "second": second}


def move(world: World) -> tuple[str, Any]:
    draft = world.next_draft_round()
    one, other = draft.tables.all()
    return f"rounds/{draft.pk}/move/", {"seat": one.seats.all()[0].pk, "table": None}


def change_seats(world: World) -> tuple[str, Any]:
    first, second = world.table.seats.order_by("position").values_list("pk", flat=True)[:2]
    return f"rounds/{world.round.pk}/seats/", {"seat": first, "with_seat": second, "preview": False}


def renumber(world: World) -> tuple[str, Any]:
    draft = world.next_draft_round()
    return f"rounds/{draft.pk}/renumber/", {"table": draft.tables.all()[0].pk, "number": 9}


def spare(world: World) -> Entry:
    [made] = add_entries_by_name(world.organiser, world.running, ["Spare"], stand_in=True)
    return made


def to_fill(world: World) -> tuple[str, Any]:
    """A bye of the draft gets a stand-in."""
    draft, entry = world.next_draft_round(), spare(world)
    move_seat(world.organiser, draft.tables.all()[0].seats.all()[0])
    return f"rounds/{draft.pk}/stand-in/", {"table": draft.tables.filter(is_bye=True)[0].pk, "entry": entry.pk}


def stands_in(world: World) -> tuple[str, Any]:
    address, body = to_fill(world)
    seat_stand_in(world.organiser, Table.objects.get(pk=body["table"]), Entry.objects.get(pk=body["entry"]))
    return f"{address}off/", {"seat": Seat.objects.get(entry=body["entry"]).pk}


def late_with_choice(world: World) -> tuple[str, Any]:
    stage = world.running.stages.get()
    stage.config = stage.config | {"late_points": "chosen"}
    stage.save()
    [late] = add_entries_by_name(world.organiser, world.running, ["Late"])
    return f"entries/{late.pk}/late-points/", {"points": "3"}


def swapped(world: World) -> str:
    draft = world.next_draft_round()
    one, other = [table.seats.all()[0] for table in draft.tables.all()]
    swap_seats(world.organiser, one, other)
    return f"rounds/{draft.pk}/reset/"


def to_lock(world: World) -> str:
    world.confirm_everything()
    return f"rounds/{world.round.pk}/lock/"


def locked(world: World) -> tuple[str, Any]:
    world.confirm_everything()
    lock_round(world.organiser, world.round)
    return f"rounds/{world.round.pk}/unlock/", {"reason": "Two scores were exchanged."}


def a_job(world: World) -> Job:
    return Job.objects.create(kind="pair", payload={"tournament": world.running.pk}, asked_by=world.organiser)


def with_bye(world: World) -> str:
    entry = world.running.entries.get(player=world.player("ana"))
    ask_for_bye(world.organiser, entry, 2)
    return f"entries/{entry.pk}/byes/2/"


def own(world: World) -> int:
    return world.running.entries.get(player=world.player("ana")).pk


def invitation(world: World) -> str:
    """Of the other organiser, whom the organiser has entered."""
    return f"entries/{add_entry(world.organiser, world.running, world.player('other organiser')).pk}/invitation/"


def checked_in(world: World) -> str:
    entry = world.draft.entries.all()[0]
    check_in.check_in(world.organiser, entry)
    return f"entries/{entry.pk}/check-out/"


def open_check_in(world: World) -> str:
    check_in.open_check_in(world.organiser, world.draft)
    return f"tournaments/{world.draft.pk}/check-in"


def with_fee(world: World) -> int:
    update_tournament(world.organiser, world.draft, fee=Decimal(5), fee_currency="EUR")
    return world.draft.pk


def owing(world: World) -> str:
    with_fee(world)
    return f"entries/{world.draft.entries.all()[0].pk}/payment/"


def paid(world: World) -> str:
    address = owing(world)
    note_entry_paid(world.organiser, world.draft.entries.all()[0])
    return address


def owing_registration(world: World) -> str:
    with_fee(world)
    return f"{waiting(world)}payment/"


def paid_registration(world: World) -> str:
    address = owing_registration(world)
    note_registration_paid(world.organiser, world.draft.registrations.get())
    return address


def announced(world: World, *names: str) -> str:
    """A tournament without players but these, who have registered."""
    rules = {name: NEW_TOURNAMENT[name] for name in ("game", "ruleset", "components")}
    spec = TournamentSpec(name="Announced", stages=[swiss()], registration=True, **rules)
    made = create_tournament(world.organiser, spec)
    for name in names:
        register(world.users[name], made)
    return f"tournaments/{made.pk}/registration/"


def waiting(world: World) -> str:
    """In a draft of four, of which now everybody knows."""
    update_tournament(world.organiser, world.draft, registration=True, capacity=2)
    return f"registrations/{register(world.users['other organiser'], world.draft).pk}/"


def guest(world: World, of: str = "ana") -> Entry:
    """Of the same name as this account."""
    made = add_entry(world.organiser, world.running, create_player(world.organiser, world.player(of).name))
    return update_entry(world.organiser, made, email="guest@example.org")


def claim_code(world: World) -> tuple[str, Any]:
    draft = create_tournament(world.organiser, TournamentSpec(**NEW_TOURNAMENT | {"stages": [swiss()]}))
    add_entries_by_name(world.organiser, draft, ["Guest"])
    return "claims/", {"code": invitations.make_codes(world.organiser, draft)[0][1]}


def claim(world: World) -> int:
    name = "other organiser"
    return requests.ask(world.users[name], guest(world, name).player).pk


def duplicates(world: World) -> tuple[int, int]:
    """Guests of the organiser."""
    return guest(world).player_id, add_entries_by_name(world.organiser, world.draft, ["Twin"])[0].player_id


def merge(world: World) -> int:
    source, target = (Player.objects.get(pk=pk) for pk in duplicates(world))
    return merge_players(world.organiser, source, target).pk


def penalised(world: World) -> tuple[str, Any]:
    entry = world.running.entries.all()[0]
    penalty = give_penalty(world.organiser, entry, PenaltySpec("warning", reason="noise"))
    return f"penalties/{penalty.pk}/lift/", {"reason": "forgiven"}


def a_pair(world: World) -> dict[str, Any]:
    one, other = world.draft.entries.all()[:2]
    return {"one": one.pk, "other": other.pk, "kind": "forbidden"}


def kept_apart(world: World) -> str:
    one, other = world.draft.entries.all()[:2]
    return f"restrictions/{add_restriction(world.organiser, world.draft, one, other, 'forbidden').pk}/"


def seeds(world: World) -> tuple[str, Any]:
    return f"tournaments/{world.draft.pk}/seeds/", {"entries": [entry.pk for entry in world.draft.entries.all()][::-1]}


def to_pair(world: World) -> str:
    world.confirm_everything()
    return f"tournaments/{world.running.pk}/pair/"


def to_finish(world: World) -> str:
    world.confirm_everything()
    return f"tournaments/{world.running.pk}/finish/"


def with_clock(world: World) -> tuple[str, Any]:
    set_minutes(world.organiser, world.round, 50)
    return f"tables/{world.table.pk}/extend/", {"minutes": 5}


def photo(world: World) -> int:
    return add_photo(world.organiser, world.table, picture()).pk


def send_photo(world: World) -> tuple[str, Any]:
    return f"tables/{world.table.pk}/photos/", {"photo": SimpleUploadedFile("sheet.png", picture())}


def ruled(world: World) -> tuple[str, Any]:
    world.confirm_everything()
    return f"tables/{world.table.pk}/reopen/", {"reason": "Wrong table."}


def role(world: World) -> str:
    return f"roles/{world.draft.roles.get(user=world.users['scorekeeper']).pk}/"


def role_code(world: World) -> tuple[str, Any]:
    """Of a draft in which nobody else has a role."""
    spec = TournamentSpec(**NEW_TOURNAMENT | {"stages": [swiss()]})
    draft = create_tournament(account("host"), spec)
    return "helpers/", {"code": make_invitation(draft.organiser, draft, "director")[1]}


def series_of_draft(world: World, *, gap: bool = False, paused: bool = False) -> str:
    """Of events that nobody sees who has no role in them."""
    Tournament.objects.filter(pk=world.draft.pk).update(starts_on=series.today())
    made = series.start_series(world.organiser, world.draft, series.SeriesSpec("Every week"))
    Tournament.objects.filter(in_series__series=made).update(registration=False)
    if gap:
        series.skip_date(world.organiser, made, next_date())
    if paused:
        series.pause_series(world.organiser, made)
    return f"series/{made.pk}/"


def dated(world: World) -> int:
    Tournament.objects.filter(pk=world.draft.pk).update(starts_on=series.today())
    return world.draft.pk


def next_date() -> date:
    return dates_of(Series.objects.get(), series.today(), 1)[0]


def club(world: World) -> Club:
    """Ana owns it, and a player of another table is a member."""
    made = clubs.create_club(world.users["ana"], "Players of Ur")
    clubs.set_member(world.users["ana"], made, world.elsewhere.username, "scorekeeper")
    return made


def season(world: World) -> str:
    """Of that club, with the running tournament in it as if it were finished."""
    found = club(world)
    world.confirm_everything()
    played = {"club": found, "status": Tournament.Status.FINISHED, "starts_on": date(2026, 5, 1)}
    Tournament.objects.filter(pk=world.running.pk).update(**played)
    rules = SeasonRules(line=2)
    spec = SeasonSpec(name="Spring", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), rules=rules)
    made = create_season(world.users["ana"], found, spec)
    change_season(world.users["ana"], made, replace(spec, name="Summer"))
    return f"clubs/{found.pk}/seasons/{made.pk}/"


def change_back(world: World) -> tuple[str, dict[str, int]]:
    address = season(world)
    made = Club.objects.get(name="Players of Ur").seasons.get()
    return f"{address}change-back/", {"last_change": last_change_number(made)}


def suspension(world: World) -> str:
    found = club(world)
    made = suspend(world.users["ana"], found, world.player("ana"), until=localdate(), reason="Noise.")
    return f"clubs/{found.pk}/suspensions/{made.pk}/"


NEW_SEASON = {"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-05-31", "best": 2, "qualifying": 2}
ALL = "200 200 200 200 200 200 200 200"
SIGNED_IN_DOES = "401 {0} {0} {0} {0} {0} {0} {0}"
SIGNED_IN = SIGNED_IN_DOES.format(200)
# A director may what the organiser may, but for roles, handing over and deleting. A scorekeeper checks in, enters first
# results, confirms, uploads, keeps the clock; sees the drafts of tournaments, but not those of rounds.
# A draft is theirs: for others it does not exist. Visitors are asked to log in before anything is changed.
SEES_DRAFT = "404 404 404 {0} 404 {0} {0} {0}"
OWNER_OF_DRAFT = "401 404 404 {0} 404 {0} 403 403"
DIRECTOR_OF_DRAFT = "401 404 404 {0} 404 {0} {0} 403"
SCOREKEEPER_OF_DRAFT = "401 404 404 {0} 404 {0} {0} {0}"
DIRECTOR_OF_DRAFT_ROUND = "401 404 404 {0} 404 {0} {0} 404"
# Everybody sees a running tournament; these change it.
OWNER = "401 403 403 {0} 403 {0} 403 403"
DIRECTOR = "401 403 403 {0} 403 {0} {0} 403"
SCOREKEEPER = "401 403 403 {0} 403 {0} {0} {0}"


def call_of(world: World, do: str = "") -> str:
    return f"calls/{call_director(world.users['ana'], world.table).pk}/{do}"


def conversation(world: World, do: str = "") -> str:
    return f"conversations/{write_to_organiser(world.users['ana'], world.running, 'Food?').conversation_id}/{do}"


def to_block(world: World) -> dict[str, int]:
    return {"call": call_director(world.users["ana"], world.table).pk}


def blocked(world: World) -> str:
    return f"blocks/{block_caller(world.organiser, call_director(world.users['ana'], world.table)).pk}/"


MATRIX: dict[tuple[str, str], Case] = {
    ("GET", "tournament-call-list"): Case(
        lambda w: f"tournaments/{w.running.pk}/calls/", "403 403 403 200 403 200 200 200"
    ),
    ("GET", "tournament-call-waits"): Case(lambda w: f"tournaments/{w.running.pk}/calls/waits/", ALL),
    ("POST", "director-call-of-table-call-director"): Case(
        lambda w: (f"tables/{w.table.pk}/call-director/", {"note": "A card is missing."}),
        "401 201 403 403 403 403 403 403",
    ),
    ("GET", "director-call-detail"): Case(call_of, "401 200 404 200 404 200 200 200"),
    ("POST", "director-call-take"): Case(lambda w: call_of(w, "take/"), "401 403 404 200 404 200 200 200"),
    ("POST", "director-call-close"): Case(lambda w: call_of(w, "close/"), "401 403 404 200 404 200 200 200"),
    ("POST", "director-call-cancel"): Case(lambda w: call_of(w, "cancel/"), "401 200 404 403 404 403 403 403"),
    ("GET", "tournament-call-settings-state"): Case(
        lambda w: f"tournaments/{w.running.pk}/call-settings/", "403 403 403 200 403 200 200 403"
    ),
    ("PATCH", "tournament-call-settings-state"): Case(
        lambda w: (f"tournaments/{w.running.pk}/call-settings/", {"calls": False}), DIRECTOR.format(200)
    ),
    ("GET", "tournament-block-list"): Case(
        lambda w: f"tournaments/{w.running.pk}/blocks/", "403 403 403 200 403 200 200 403"
    ),
    ("POST", "tournament-block-list"): Case(
        lambda w: (f"tournaments/{w.running.pk}/blocks/", to_block(w)), DIRECTOR.format(201)
    ),
    ("DELETE", "block-detail"): Case(blocked, DIRECTOR.format(204)),
    ("GET", "tournament-conversation-list"): Case(lambda w: f"tournaments/{w.running.pk}/conversations/", SIGNED_IN),
    ("POST", "tournament-conversation-list"): Case(
        lambda w: (f"tournaments/{w.running.pk}/conversations/", {"text": "Is there food?"}),
        "401 201 201 403 201 403 403 201",
    ),
    ("GET", "club-conversation-list"): Case(lambda w: f"clubs/{club(w).pk}/conversations/", SIGNED_IN),
    ("POST", "club-conversation-list"): Case(
        lambda w: (f"clubs/{club(w).pk}/conversations/", {"text": "May I come back?"}),
        "401 403 201 201 201 403 201 201",
    ),
    ("GET", "conversation-detail"): Case(conversation, "401 200 404 200 404 200 200 404"),
    ("POST", "conversation-answer"): Case(
        lambda w: (conversation(w, "answer/"), {"text": "There is."}), "401 403 404 200 404 200 200 404"
    ),
    ("POST", "conversation-close"): Case(lambda w: conversation(w, "close/"), "401 403 404 200 404 200 200 404"),
    ("POST", "token"): Case(lambda w: ("token/", {"username": "ana", "password": PASSWORD}), ALL),
    ("DELETE", "token"): Case(lambda w: "token/", SIGNED_IN_DOES.format(204)),
    ("GET", "account-token-list"): Case(lambda w: "tokens/", SIGNED_IN),
    ("POST", "account-token-list"): Case(
        lambda w: ("tokens/", {"name": "Screen", "scopes": ["read"]}), SIGNED_IN_DOES.format(201)
    ),
    ("DELETE", "account-token-detail"): Case(own_token, "401 204 404 404 404 404 404 404"),
    ("GET", "me"): Case(lambda w: "me/", SIGNED_IN),
    ("GET", "my_archive"): Case(lambda w: "me/export/", SIGNED_IN),
    ("POST", "player_archive"): Case(
        lambda w: f"players/{w.users['ana'].player.pk}/export/", "401 403 403 403 403 200 403 403"
    ),
    ("GET", "mail"): Case(lambda w: "me/mail/", SIGNED_IN),
    ("PATCH", "mail"): Case(lambda w: ("me/mail/", {"off": ["pairing"]}), SIGNED_IN),
    ("GET", "tournament-webhooks"): Case(
        lambda w: f"tournaments/{w.draft.pk}/webhooks/", DIRECTOR_OF_DRAFT.format(200)
    ),
    ("POST", "tournament-webhooks"): Case(
        lambda w: (f"tournaments/{w.running.pk}/webhooks/", WEBHOOK), DIRECTOR.format(201)
    ),
    ("GET", "webhook-detail"): Case(lambda w: f"webhooks/{webhook(w)}/", DIRECTOR.format(200)),
    ("PATCH", "webhook-detail"): Case(lambda w: (f"webhooks/{webhook(w)}/", {"active": False}), DIRECTOR.format(200)),
    ("DELETE", "webhook-detail"): Case(lambda w: f"webhooks/{webhook(w)}/", DIRECTOR.format(204)),
    ("POST", "webhook-ping"): Case(lambda w: f"webhooks/{webhook(w)}/ping/", DIRECTOR.format(202)),
    ("GET", "webhook-deliveries"): Case(lambda w: f"webhooks/{webhook(w)}/deliveries/", DIRECTOR.format(200)),
    ("POST", "delivery-redeliver"): Case(lambda w: f"deliveries/{delivery(w)}/redeliver/", DIRECTOR.format(202)),
    ("GET", "index"): Case(lambda w: "", ALL),
    ("GET", "events"): Case(lambda w: "events/", ALL),
    ("GET", "player-list"): Case(lambda w: "players/", ALL),
    ("POST", "player-list"): Case(lambda w: ("players/", {"name": "Enki"}), SIGNED_IN_DOES.format(201)),
    ("GET", "player-detail"): Case(lambda w: f"players/{w.player('ana').pk}/", ALL),
    ("GET", "claim-list"): Case(lambda w: "claims/", SIGNED_IN),
    ("POST", "claim-list"): Case(claim_code, SIGNED_IN),
    ("POST", "claim-approve"): Case(lambda w: f"claims/{claim(w)}/approve/", "401 404 404 204 404 204 204 404"),
    ("POST", "claim-refuse"): Case(lambda w: f"claims/{claim(w)}/refuse/", "401 404 404 204 404 204 204 404"),
    ("POST", "claimed-player-claim"): Case(
        lambda w: f"players/{guest(w).player_id}/claim/", "401 201 409 409 409 409 409 409"
    ),
    ("GET", "claimed-player-merge"): Case(
        lambda w: "players/{}/merge/?into={}".format(*duplicates(w)), "401 403 403 200 403 200 200 403"
    ),
    ("POST", "claimed-player-merge"): Case(
        lambda w: (f"players/{(pair := duplicates(w))[0]}/merge/", {"into": pair[1]}), "401 403 403 201 403 201 201 403"
    ),
    ("POST", "merge-undo"): Case(lambda w: f"merges/{merge(w)}/undo/", "401 403 403 403 403 204 403 403"),
    ("POST", "invitation-invite"): Case(
        lambda w: f"tournaments/{guest(w).tournament_id}/invite/", DIRECTOR.format(204)
    ),
    ("POST", "invitation-codes"): Case(
        lambda w: f"tournaments/{guest(w).tournament_id}/claim-codes/", DIRECTOR.format(201)
    ),
    ("POST", "invitation-revoke"): Case(
        lambda w: f"tournaments/{w.running.pk}/invitations/revoke/", DIRECTOR.format(204)
    ),
    ("POST", "invited-entry-invite"): Case(lambda w: f"entries/{guest(w).pk}/invite/", DIRECTOR.format(204)),
    ("GET", "game-list"): Case(lambda w: "games/", ALL),
    ("GET", "game-detail"): Case(lambda w: "games/babylonia/", ALL),
    ("GET", "game-schema"): Case(lambda w: "games/babylonia/schema/", ALL),
    ("GET", "variant-list"): Case(lambda w: "variants/?game=babylonia", ALL),
    ("GET", "variant-detail"): Case(variant, ALL),
    ("POST", "variant-list"): Case(lambda w: ("variants/", NEW_VARIANT), SIGNED_IN_DOES.format(201)),
    ("GET", "experiment-list"): Case(lambda w: "experiments/", ALL),
    ("POST", "experiment-list"): Case(lambda w: ("experiments/", NEW_EXPERIMENT), SIGNED_IN_DOES.format(201)),
    ("GET", "experiment-detail"): Case(experiment, "404 200 404 404 404 200 404 404"),
    ("POST", "experiment-pause"): Case(lambda w: f"{experiment(w)}pause/", "401 200 404 404 404 200 404 404"),
    ("POST", "experiment-resume"): Case(
        lambda w: f"{experiment(w, lab.pause_experiment)}resume/", "401 200 404 404 404 200 404 404"
    ),
    ("POST", "experiment-cancel"): Case(lambda w: f"{experiment(w)}cancel/", "401 200 404 404 404 200 404 404"),
    ("POST", "experiment-cost"): Case(
        lambda w: ("experiments/cost/", {"game": "babylonia", "players": 2, "games": 9, "bots": ["random"]}), SIGNED_IN
    ),
    ("POST", "experiment-with-bots"): Case(
        lambda w: (f"{experiment(w, lab.cancel_experiment)}with-bots/", {"bots": ["novice"]}),
        SIGNED_IN_DOES.format(201),
    ),
    ("GET", "experiment-against"): Case(two_line_ups, ALL),
    ("DELETE", "experiment-detail"): Case(
        lambda w: experiment(w, lab.cancel_experiment), "401 204 403 403 403 204 403 403"
    ),
    ("POST", "variant-retire"): Case(lambda w: f"{variant(w)}retire/", "401 200 403 403 403 200 403 403"),
    ("GET", "component-set-list"): Case(lambda w: "games/babylonia/component-sets/", ALL),
    ("POST", "component-set-list"): Case(
        lambda w: ("games/babylonia/component-sets/", json.loads(component_file("new"))), SIGNED_IN_DOES.format(201)
    ),
    ("GET", "component-set-detail"): Case(loaded, ALL),
    ("GET", "component-set-file"): Case(lambda w: f"{loaded(w)}file/", ALL),
    ("POST", "component-set-withdraw"): Case(lambda w: f"{loaded(w)}withdraw/", "401 200 403 403 403 200 403 403"),
    ("POST", "component-set-restore"): Case(lambda w: f"{withdrawn(w)}restore/", "401 200 403 403 403 200 403 403"),
    ("GET", "format-list"): Case(lambda w: "formats/", ALL),
    ("GET", "dashboard_spread"): Case(lambda w: "dashboards/babylonia/spread/", ALL),
    ("GET", "dashboard_sources"): Case(lambda w: "dashboards/babylonia/sources/", ALL),
    ("GET", "dashboard_players"): Case(lambda w: "dashboards/babylonia/players/", ALL),
    ("GET", "dashboard_winners"): Case(lambda w: "dashboards/babylonia/winners/", ALL),
    ("GET", "dashboard_course"): Case(lambda w: "dashboards/babylonia/course/", ALL),
    ("GET", "dashboard_files"): Case(lambda w: "dashboards/babylonia/files/", ALL),
    ("GET", "dashboard_games"): Case(lambda w: "dashboards/babylonia/games/", ALL),
    ("GET", "dashboard_cards"): Case(lambda w: "dashboards/babylonia/cards/", ALL),
    ("GET", "dashboard_card_pairs"): Case(lambda w: "dashboards/babylonia/card-pairs/", ALL),
    ("GET", "dashboard_seats"): Case(lambda w: "dashboards/babylonia/seats/", ALL),
    ("GET", "dashboard_openings"): Case(lambda w: "dashboards/babylonia/openings/", ALL),
    ("GET", "dashboard_variants"): Case(lambda w: "dashboards/babylonia/variants/", ALL),
    ("GET", "tournament-list"): Case(lambda w: "tournaments/", ALL),
    ("POST", "tournament-list"): Case(lambda w: ("tournaments/", NEW_TOURNAMENT), SIGNED_IN_DOES.format(201)),
    ("GET", "tournament-detail"): Case(lambda w: f"tournaments/{w.draft.pk}/", SEES_DRAFT.format(200)),
    ("PATCH", "tournament-detail"): Case(
        lambda w: (f"tournaments/{w.running.pk}/", {"name": "Other"}), DIRECTOR.format(200)
    ),
    ("DELETE", "tournament-detail"): Case(lambda w: f"tournaments/{w.draft.pk}/", OWNER_OF_DRAFT.format(204)),
    ("POST", "tournament-start"): Case(lambda w: f"tournaments/{w.draft.pk}/start/", DIRECTOR_OF_DRAFT.format(200)),
    ("POST", "tournament-pair"): Case(to_pair, DIRECTOR.format(201)),
    ("POST", "tournament-finish"): Case(to_finish, DIRECTOR.format(200)),
    ("POST", "tournament-reopen"): Case(finished, DIRECTOR.format(200)),
    ("POST", "tournament-cancel"): Case(
        lambda w: (f"tournaments/{w.running.pk}/cancel/", {"reason": "The hall is flooded."}), DIRECTOR.format(200)
    ),
    ("PUT", "tournament-kept-ratings"): Case(cancelled, DIRECTOR.format(200)),
    ("GET", "tournament-standings"): Case(lambda w: f"tournaments/{w.running.pk}/standings/", ALL),
    ("GET", "tournament-entries"): Case(lambda w: f"tournaments/{w.draft.pk}/entries/", SEES_DRAFT.format(200)),
    ("POST", "tournament-entries"): Case(
        lambda w: (f"tournaments/{w.draft.pk}/entries/", {"names": ["Enki"]}), DIRECTOR_OF_DRAFT.format(201)
    ),
    ("POST", "tournament-import-players"): Case(
        lambda w: (f"tournaments/{w.draft.pk}/import/", {"text": "Enki;Eridu"}), DIRECTOR_OF_DRAFT.format(201)
    ),
    ("GET", "tournament-export"): Case(lambda w: f"tournaments/{w.draft.pk}/export/", SEES_DRAFT.format(200)),
    ("PUT", "tournament-seeds"): Case(seeds, DIRECTOR_OF_DRAFT.format(204)),
    ("GET", "entry-detail"): Case(lambda w: f"entries/{w.running.entries.first().pk}/", ALL),
    ("DELETE", "entry-detail"): Case(lambda w: f"entries/{w.draft.entries.first().pk}/", DIRECTOR_OF_DRAFT.format(204)),
    ("PATCH", "entry-detail"): Case(
        lambda w: (f"entries/{w.draft.entries.first().pk}/", {"club": "Ur"}), DIRECTOR_OF_DRAFT.format(200)
    ),
    ("POST", "entry-drop"): Case(lambda w: f"entries/{own(w)}/drop/", "401 200 403 200 403 200 200 403"),
    ("POST", "entry-byes"): Case(
        lambda w: (f"entries/{own(w)}/byes/", {"round": 2}), "401 200 403 200 403 200 200 403"
    ),
    ("DELETE", "entry-bye"): Case(with_bye, "401 200 403 200 403 200 200 403"),
    ("POST", "entry-move"): Case(
        lambda w: (f"entries/{w.draft.entries.first().pk}/move/", {"seed": 3}), DIRECTOR_OF_DRAFT.format(200)
    ),
    ("POST", "entry-stand-in"): Case(
        lambda w: (f"entries/{w.draft.entries.first().pk}/stand-in/", {"stand_in": True}), DIRECTOR_OF_DRAFT.format(200)
    ),
    ("POST", "entry-late-points"): Case(late_with_choice, DIRECTOR.format(200)),
    ("POST", "entry-check-in"): Case(
        lambda w: f"entries/{w.draft.entries.first().pk}/check-in/", SCOREKEEPER_OF_DRAFT.format(200)
    ),
    ("POST", "entry-check-out"): Case(checked_in, SCOREKEEPER_OF_DRAFT.format(200)),
    ("POST", "seeding-by-rating"): Case(
        lambda w: f"tournaments/{w.draft.pk}/seeds/by-rating/", DIRECTOR_OF_DRAFT.format(204)
    ),
    ("POST", "seeding-by-draw"): Case(
        lambda w: f"tournaments/{w.draft.pk}/seeds/by-draw/", DIRECTOR_OF_DRAFT.format(204)
    ),
    ("GET", "check-in-state"): Case(
        lambda w: f"tournaments/{w.running.pk}/check-in/", "403 403 403 200 403 200 200 200"
    ),
    ("GET", "check-in-entries"): Case(lambda w: f"tournaments/{w.draft.pk}/check-in/entries/", SEES_DRAFT.format(200)),
    ("POST", "check-in-open"): Case(
        lambda w: f"tournaments/{w.draft.pk}/check-in/open/", DIRECTOR_OF_DRAFT.format(200)
    ),
    ("POST", "check-in-close"): Case(lambda w: f"{open_check_in(w)}/close/", DIRECTOR_OF_DRAFT.format(200)),
    ("POST", "check-in-everybody"): Case(
        lambda w: f"tournaments/{w.draft.pk}/check-in/everybody/", SCOREKEEPER_OF_DRAFT.format(200)
    ),
    ("POST", "check-in-leave-out"): Case(
        lambda w: f"tournaments/{w.draft.pk}/check-in/leave-out-missing/", DIRECTOR_OF_DRAFT.format(200)
    ),
    # The two players are entered; nobody else learns that there is such a draft.
    ("POST", "check-in-me"): Case(lambda w: f"{open_check_in(w)}/me/", "401 204 204 404 404 404 404 404"),
    ("GET", "fees-state"): Case(lambda w: f"tournaments/{with_fee(w)}/fees/", SEES_DRAFT.format(200)),
    ("GET", "fees-entries"): Case(lambda w: f"tournaments/{with_fee(w)}/fees/entries/", SEES_DRAFT.format(200)),
    ("POST", "entry-payment-payment"): Case(owing, SCOREKEEPER_OF_DRAFT.format(200)),
    ("DELETE", "entry-payment-payment"): Case(paid, SCOREKEEPER_OF_DRAFT.format(200)),
    ("POST", "registration-payment-payment"): Case(owing_registration, DIRECTOR.format(200)),
    ("DELETE", "registration-payment-payment"): Case(paid_registration, DIRECTOR.format(200)),
    ("GET", "tournament-registration-state"): Case(announced, ALL),
    ("POST", "tournament-registration-state"): Case(
        lambda w: (announced(w), {"club": "Ur"}), SIGNED_IN_DOES.format(201)
    ),
    ("DELETE", "tournament-registration-state"): Case(
        lambda w: announced(w, *[who for who in PEOPLE[1:] if who in w.users], "ana", "bo", "cem", "dia"),
        SIGNED_IN_DOES.format(204),
    ),
    ("GET", "tournament-registration-registrations"): Case(
        lambda w: f"tournaments/{w.draft.pk}/registrations/", "404 404 404 200 404 200 200 403"
    ),
    ("POST", "registration-accept"): Case(lambda w: f"{waiting(w)}accept/", DIRECTOR.format(200)),
    ("POST", "registration-decline"): Case(lambda w: f"{waiting(w)}decline/", DIRECTOR.format(200)),
    ("POST", "registration-move"): Case(lambda w: (f"{waiting(w)}move/", {"place": 1}), DIRECTOR.format(200)),
    ("GET", "tournament-role-list"): Case(lambda w: f"tournaments/{w.draft.pk}/roles/", SEES_DRAFT.format(200)),
    ("POST", "tournament-role-list"): Case(
        lambda w: (f"tournaments/{w.draft.pk}/roles/", {"username": "bo", "kind": "director"}),
        OWNER_OF_DRAFT.format(201),
    ),
    ("POST", "tournament-role-hand-over"): Case(
        lambda w: (f"tournaments/{w.running.pk}/hand-over/", {"username": "bo"}), OWNER.format(204)
    ),
    ("GET", "tournament-role-invitations"): Case(
        lambda w: f"tournaments/{w.draft.pk}/role-invitations/", "404 404 404 200 404 200 403 403"
    ),
    ("POST", "tournament-role-invitations"): Case(
        lambda w: (f"tournaments/{w.draft.pk}/role-invitations/", {"kind": "director"}), OWNER_OF_DRAFT.format(201)
    ),
    ("DELETE", "role-invitation-detail"): Case(
        lambda w: f"role-invitations/{make_invitation(w.organiser, w.draft, 'director')[0].pk}/",
        OWNER_OF_DRAFT.format(204),
    ),
    ("POST", "helper-list"): Case(role_code, SIGNED_IN),
    ("POST", "tournament-again-repeat"): Case(
        lambda w: (f"tournaments/{w.draft.pk}/repeat/", {"players": True}), DIRECTOR_OF_DRAFT.format(201)
    ),
    ("POST", "tournament-again-series"): Case(
        lambda w: (f"tournaments/{dated(w)}/series/", {"name": "Every week"}), DIRECTOR_OF_DRAFT.format(201)
    ),
    ("GET", "series-list"): Case(lambda w: "series/", ALL),
    ("GET", "series-detail"): Case(series_of_draft, SEES_DRAFT.format(200)),
    ("PATCH", "series-detail"): Case(lambda w: (series_of_draft(w), {"weeks": 2}), OWNER_OF_DRAFT.format(200)),
    ("DELETE", "series-detail"): Case(series_of_draft, OWNER_OF_DRAFT.format(204)),
    ("POST", "series-pause"): Case(lambda w: f"{series_of_draft(w)}pause/", OWNER_OF_DRAFT.format(200)),
    ("POST", "series-resume"): Case(lambda w: f"{series_of_draft(w, paused=True)}resume/", OWNER_OF_DRAFT.format(200)),
    ("POST", "series-skip"): Case(
        lambda w: (f"{series_of_draft(w)}skip/", {"date": str(next_date())}), OWNER_OF_DRAFT.format(200)
    ),
    ("POST", "series-keep"): Case(
        lambda w: (f"{series_of_draft(w, gap=True)}keep/", {"date": Series.objects.get().skipped[0]}),
        OWNER_OF_DRAFT.format(200),
    ),
    ("DELETE", "role-detail"): Case(role, OWNER_OF_DRAFT.format(204)),
    ("GET", "prize-prizes"): Case(lambda w: f"tournaments/{w.draft.pk}/prizes/", SEES_DRAFT.format(200)),
    ("PUT", "prize-prizes"): Case(
        lambda w: (f"tournaments/{w.running.pk}/prizes/", {"prizes": [{"title": "A box"}]}), DIRECTOR.format(200)
    ),
    ("GET", "setup-forecast"): Case(lambda w: f"tournaments/{w.draft.pk}/forecast/?players=17", SEES_DRAFT.format(200)),
    ("POST", "setup-redraw-lot"): Case(
        lambda w: f"tournaments/{w.draft.pk}/redraw-lot/", DIRECTOR_OF_DRAFT.format(200)
    ),
    ("PUT", "stage-setup-tie-breaks"): Case(
        lambda w: (f"stages/{w.stage.pk}/tie-breaks/", {"tie_breaks": ["wins"], "reason": "The poster said so."}),
        DIRECTOR.format(200),
    ),
    ("GET", "club-list"): Case(lambda w: "clubs/", ALL),
    ("POST", "club-list"): Case(lambda w: ("clubs/", {"name": "Players of Uruk"}), SIGNED_IN_DOES.format(201)),
    ("GET", "club-detail"): Case(lambda w: f"clubs/{club(w).pk}/", ALL),
    ("PATCH", "club-detail"): Case(
        lambda w: (f"clubs/{club(w).pk}/", {"name": "Players of Eridu"}), "401 200 403 403 403 200 403 403"
    ),
    ("DELETE", "club-detail"): Case(lambda w: f"clubs/{club(w).pk}/", "401 204 403 403 403 204 403 403"),
    ("GET", "club-season"): Case(lambda w: f"clubs/{club(w).pk}/season/", ALL),
    ("GET", "season-list"): Case(lambda w: f"clubs/{club(w).pk}/seasons/", ALL),
    ("GET", "season-detail"): Case(season, ALL),
    ("GET", "season-table"): Case(lambda w: f"{season(w)}table/", ALL),
    ("GET", "season-breakdown"): Case(lambda w: f"{season(w)}players/{w.player('ana').pk}/", ALL),
    ("POST", "season-list"): Case(
        lambda w: (f"clubs/{club(w).pk}/seasons/", NEW_SEASON), "401 201 403 403 403 201 403 403"
    ),
    ("PATCH", "season-detail"): Case(lambda w: (season(w), {"best": 3}), "401 200 403 403 403 200 403 403"),
    ("DELETE", "season-detail"): Case(season, "401 204 403 403 403 204 403 403"),
    ("POST", "season-change-back"): Case(change_back, "401 200 403 403 403 200 403 403"),
    ("POST", "season-event"): Case(
        lambda w: (f"{season(w)}events/", {"tournament": w.running.pk, "left_out": True}),
        "401 200 403 403 403 200 403 403",
    ),
    ("POST", "season-final"): Case(lambda w: f"{season(w)}final/", "401 201 403 403 403 409 403 403"),
    ("GET", "suspension-list"): Case(lambda w: f"clubs/{club(w).pk}/suspensions/", "403 200 403 403 403 200 403 403"),
    ("POST", "suspension-list"): Case(
        lambda w: (
            f"clubs/{club(w).pk}/suspensions/",
            {"player": w.player("ana").pk, "until": localdate().isoformat(), "reason": "Noise."},
        ),
        "401 201 403 403 403 201 403 403",
    ),
    ("POST", "suspension-lift"): Case(
        lambda w: (f"{suspension(w)}lift/", {"reason": "We talked."}), "401 200 403 403 403 200 403 403"
    ),
    ("GET", "my_suspensions"): Case(lambda w: "me/suspensions/", SIGNED_IN),
    ("GET", "club-members"): Case(lambda w: f"clubs/{club(w).pk}/members/", "403 200 200 403 403 200 403 403"),
    ("POST", "club-members"): Case(
        lambda w: (f"clubs/{club(w).pk}/members/", {"username": "organiser", "kind": "director"}),
        "401 201 403 403 403 201 403 403",
    ),
    ("DELETE", "membership-detail"): Case(
        lambda w: f"memberships/{club(w).memberships.get(user=w.elsewhere).pk}/", "401 204 204 404 404 204 404 404"
    ),
    ("GET", "tournament-announcement-list"): Case(lambda w: f"tournaments/{w.running.pk}/announcements/", ALL),
    ("POST", "tournament-announcement-list"): Case(
        lambda w: (f"tournaments/{w.running.pk}/announcements/", {"text": "Lunch until 14:00."}), DIRECTOR.format(201)
    ),
    ("GET", "announcement-detail"): Case(
        lambda w: f"announcements/{said(w, w.table)}/", "404 200 404 200 404 200 200 200"
    ),
    ("POST", "announcement-withdraw"): Case(lambda w: f"announcements/{said(w)}/withdraw/", DIRECTOR.format(200)),
    ("GET", "tournament-penalty-list"): Case(
        lambda w: f"tournaments/{w.running.pk}/penalties/", "403 200 200 200 403 200 200 403"
    ),
    ("POST", "tournament-penalty-list"): Case(
        lambda w: (f"tournaments/{w.running.pk}/penalties/", {"entry": own(w), "kind": "warning", "reason": "noise"}),
        DIRECTOR.format(201),
    ),
    ("POST", "penalty-lift"): Case(penalised, DIRECTOR.format(204)),
    ("GET", "tournament-restriction-list"): Case(
        lambda w: f"tournaments/{w.running.pk}/restrictions/", "403 403 403 200 403 200 200 403"
    ),
    ("POST", "tournament-restriction-list"): Case(
        lambda w: (f"tournaments/{w.draft.pk}/restrictions/", a_pair(w)), DIRECTOR_OF_DRAFT.format(201)
    ),
    ("DELETE", "restriction-detail"): Case(kept_apart, DIRECTOR_OF_DRAFT.format(204)),
    ("POST", "entry-reinstate"): Case(lambda w: f"entries/{dropped(w)}/reinstate/", DIRECTOR.format(200)),
    ("GET", "stage-detail"): Case(lambda w: f"stages/{w.draft.stages.get().pk}/", SEES_DRAFT.format(200)),
    ("GET", "stage-rounds"): Case(lambda w: f"stages/{w.stage.pk}/rounds/", ALL),
    ("GET", "stage-standings"): Case(lambda w: f"stages/{w.stage.pk}/standings/", ALL),
    ("GET", "stage-standing-detail"): Case(
        lambda w: f"stages/{w.stage.pk}/standings/{w.running.entries.first().pk}/", ALL
    ),
    ("GET", "stage-bracket"): Case(bracket, ALL),
    ("POST", "stage-finish"): Case(with_final, DIRECTOR.format(200)),
    ("GET", "round-detail"): Case(lambda w: f"rounds/{w.next_draft_round().pk}/", "404 404 404 200 404 200 200 404"),
    ("DELETE", "round-detail"): Case(lambda w: f"rounds/{w.round.pk}/", DIRECTOR.format(204)),
    ("POST", "round-publish"): Case(
        lambda w: f"rounds/{w.next_draft_round().pk}/publish/", DIRECTOR_OF_DRAFT_ROUND.format(200)
    ),
    ("POST", "round-swap"): Case(swap, DIRECTOR_OF_DRAFT_ROUND.format(200)),
    ("POST", "round-move"): Case(move, DIRECTOR_OF_DRAFT_ROUND.format(200)),
    ("POST", "round-renumber"): Case(renumber, DIRECTOR_OF_DRAFT_ROUND.format(200)),
    ("POST", "round_seats"): Case(change_seats, DIRECTOR.format(200)),
    ("POST", "round-stand-in"): Case(to_fill, DIRECTOR_OF_DRAFT_ROUND.format(200)),
    ("POST", "round-stand-in-off"): Case(stands_in, DIRECTOR_OF_DRAFT_ROUND.format(200)),
    ("POST", "round-reset"): Case(swapped, DIRECTOR_OF_DRAFT_ROUND.format(200)),
    ("POST", "round-repair"): Case(
        lambda w: f"rounds/{w.next_draft_round().pk}/repair/", DIRECTOR_OF_DRAFT_ROUND.format(200)
    ),
    ("POST", "round-unpublish"): Case(lambda w: f"rounds/{w.round.pk}/unpublish/", DIRECTOR.format(200)),
    ("POST", "round-lock"): Case(to_lock, DIRECTOR.format(200)),
    ("POST", "round-unlock"): Case(locked, DIRECTOR.format(200)),
    ("GET", "job-detail"): Case(lambda w: f"jobs/{a_job(w).pk}/", DIRECTOR.format(200)),
    ("POST", "job-cancel"): Case(lambda w: f"jobs/{a_job(w).pk}/cancel/", DIRECTOR.format(200)),
    ("GET", "table-detail"): Case(lambda w: f"tables/{w.table.pk}/", ALL),
    # The organiser does not report, he rules.
    ("POST", "table-report"): Case(
        lambda w: (f"tables/{w.table.pk}/report/", {"scores": [50, 40]}), "401 201 403 403 403 403 403 403"
    ),
    ("POST", "table-score-sheet"): Case(
        lambda w: (f"tables/{w.table.pk}/score-sheet/", {"points": A_SHEET}), "401 201 403 403 403 403 403 403"
    ),
    ("POST", "table-rule"): Case(
        lambda w: (f"tables/{w.table.pk}/rule/", {"scores": [50, 40]}), SCOREKEEPER.format(200)
    ),
    ("POST", "table-accept-log"): Case(disputed_log, DIRECTOR.format(200)),
    ("POST", "table-object-to-result"): Case(proven, "401 200 403 403 403 403 403 403"),
    ("POST", "table-reopen"): Case(ruled, DIRECTOR.format(200)),
    ("GET", "dates-dates"): Case(lambda w: f"tournaments/{w.running.pk}/dates/", ALL),
    ("POST", "dates-dates"): Case(
        lambda w: (f"tournaments/{w.draft.pk}/dates/", {"remind_hours": 24}), DIRECTOR_OF_DRAFT.format(200)
    ),
    ("POST", "dates-fill-dates"): Case(
        lambda w: (f"tournaments/{w.running.pk}/dates/fill/", {"first": timezone.now().isoformat()}),
        DIRECTOR.format(200),
    ),
    ("GET", "dates-overdue"): Case(
        lambda w: f"tournaments/{w.running.pk}/overdue/", DIRECTOR.format(200).replace("401", "403")
    ),
    ("POST", "overdue-table-forfeit-overdue"): Case(
        lambda w: (f"tables/{overdue(w)}/overdue/forfeit/", {"absent": [0]}), DIRECTOR.format(204)
    ),
    ("POST", "overdue-table-draw-overdue"): Case(
        lambda w: (f"tables/{overdue(w)}/overdue/draw/", {}), DIRECTOR.format(204)
    ),
    ("POST", "overdue-table-extend-overdue"): Case(
        lambda w: (f"tables/{overdue(w)}/overdue/extend/", {"days": 3}), DIRECTOR.format(204)
    ),
    ("POST", "table-forfeit"): Case(
        lambda w: (f"tables/{w.table.pk}/forfeit/", {"absent": [0]}), SCOREKEEPER.format(200)
    ),
    ("POST", "table-call-no-show"): Case(
        lambda w: f"tables/{w.table.pk}/call-no-show/", "401 204 403 403 403 403 403 403"
    ),
    ("POST", "table-extend"): Case(with_clock, SCOREKEEPER.format(200)),
    ("GET", "table-photos"): Case(lambda w: f"tables/{w.table.pk}/photos/", "403 200 403 200 403 200 200 200"),
    ("POST", "table-photos"): Case(send_photo, "401 201 403 201 403 201 201 201"),
    ("GET", "table-photo"): Case(
        lambda w: f"tables/{w.table.pk}/photos/{photo(w)}/", "403 200 403 200 403 200 200 200"
    ),
    ("POST", "table-remove-photo"): Case(
        lambda w: (f"tables/{w.table.pk}/photos/{photo(w)}/remove/", {"reason": "Another table."}),
        DIRECTOR.format(204),
    ),
    ("GET", "round-clock"): Case(lambda w: f"rounds/{w.round.pk}/clock/", ALL),
    ("POST", "round-clock"): Case(lambda w: (f"rounds/{w.round.pk}/clock/", {"minutes": 50}), SCOREKEEPER.format(200)),
    ("GET", "table-logs"): Case(lambda w: f"tables/{w.table.pk}/logs/", ALL),
    ("POST", "table-logs"): Case(
        lambda w: (f"tables/{w.table.pk}/logs/", LOG.read_bytes()), "401 202 403 202 403 202 202 202"
    ),
    ("GET", "report-detail"): Case(lambda w: f"reports/{w.report().pk}/", ALL),
    ("POST", "report-confirm"): Case(lambda w: f"reports/{w.report().pk}/confirm/", "401 200 403 200 403 200 200 200"),
    ("POST", "report-dispute"): Case(
        lambda w: (f"reports/{w.report().pk}/dispute/", {}), "401 200 403 403 403 403 403 403"
    ),
    ("GET", "objection-list"): Case(lambda w: "objections/", SIGNED_IN),
    ("GET", "objection-detail"): Case(lambda w: f"objections/{objection(w)}/", SIGNED_IN),
    ("POST", "objection-accept"): Case(
        lambda w: (f"objections/{objection(w)}/accept/", {"reason": "The log is right."}), DIRECTOR.format(200)
    ),
    ("POST", "objection-reject"): Case(
        lambda w: (f"objections/{objection(w)}/reject/", {"reason": "I watched."}), DIRECTOR.format(200)
    ),
    ("POST", "submission-seats"): Case(log_without_seats, "401 200 403 200 403 200 200 200"),
    ("POST", "submission-same-game"): Case(same_moves, DIRECTOR.format(200)),
    ("GET", "submission-list"): Case(lambda w: "submissions/", SIGNED_IN),
    ("POST", "submission-list"): Case(lambda w: ("submissions/", LOG.read_bytes()), SIGNED_IN_DOES.format(202)),
    ("GET", "submission-detail"): Case(
        lambda w: f"submissions/{w.submit(at_table=False).pk}/", "401 200 404 404 404 200 404 404"
    ),
    ("GET", "log-detail"): Case(
        lambda w: f"logs/{w.submit(at_table=False).log.sha256}/", "404 200 404 404 404 200 404 404"
    ),
    ("DELETE", "log-detail"): Case(
        lambda w: f"logs/{w.submit(at_table=False).log.sha256}/", "401 204 404 404 404 403 404 404"
    ),
    ("GET", "log-raw"): Case(
        lambda w: f"logs/{w.submit(at_table=False).log.sha256}/raw/", "404 200 404 404 404 200 404 404"
    ),
    ("GET", "change-list"): Case(lambda w: f"changes/?tournament={w.running.pk}", DIRECTOR.format(200)),
    ("GET", "change-detail"): Case(lambda w: f"changes/{last_change(w)}/", DIRECTOR.format(200)),
    ("POST", "change-undo"): Case(lambda w: f"changes/{last_change(w)}/undo/", DIRECTOR.format(200)),
    ("GET", "approval-ratings"): Case(lambda w: f"tournaments/{w.running.pk}/ratings/", ALL),
    ("POST", "approval-approve"): Case(to_approve, DIRECTOR.format(200)),
    ("POST", "approval-exclude-from-ratings"): Case(to_exclude, "401 403 403 403 403 200 403 403"),
    ("POST", "approval-restore-to-ratings"): Case(excluded, "401 403 403 403 403 200 403 403"),
    ("GET", "tournament-rating-objection-list"): Case(
        lambda w: f"tournaments/{w.running.pk}/rating-objections/", SIGNED_IN
    ),
    ("POST", "tournament-rating-objection-list"): Case(to_object, "401 201 201 403 403 403 403 403"),
    ("POST", "rating-objection-answer"): Case(objected, DIRECTOR.format(200)),
    ("POST", "entry-invitation"): Case(invitation, "401 403 403 403 200 403 403 403"),
    ("DELETE", "entry-invitation"): Case(invitation, "401 403 403 403 204 403 403 403"),
    ("POST", "entry-consent"): Case(lambda w: f"entries/{own(w)}/consent/", "401 200 403 403 403 403 403 403"),
    ("DELETE", "entry-consent"): Case(lambda w: f"entries/{own(w)}/consent/", "401 200 403 403 403 403 403 403"),
    ("GET", "club-rating-consent"): Case(
        lambda w: f"clubs/{club(w).pk}/rating-consent/", "403 200 200 200 200 200 200 200"
    ),
    ("POST", "club-rating-consent"): Case(lambda w: f"clubs/{club(w).pk}/rating-consent/", SIGNED_IN_DOES.format(200)),
    ("DELETE", "club-rating-consent"): Case(agreed_to_a_club, SIGNED_IN_DOES.format(200)),
    ("POST", "approval-withdraw-approval"): Case(approved, DIRECTOR.format(200)),
    ("GET", "table_anatomy"): Case(anatomy, ALL),
    ("GET", "player_reviews"): Case(lambda w: f"players/{w.player('ana').pk}/reviews/babylonia/", ALL),
    ("GET", "log_review"): Case(lambda w: f"logs/{own_log(w).sha256}/review/", "404 200 404 404 404 200 404 404"),
    ("POST", "log_review"): Case(lambda w: f"logs/{proven_log(w).sha256}/review/", SIGNED_IN_DOES.format(202)),
    ("DELETE", "log_review"): Case(review_of, "401 200 403 403 403 200 403 403"),
    ("GET", "log_review_alternative"): Case(alternative, "404 200 404 404 404 200 404 404"),
    ("GET", "tournament_reviews"): Case(to_review, ALL),
    ("POST", "tournament_reviews"): Case(to_review, DIRECTOR.format(202)),
    ("DELETE", "tournament_reviews"): Case(in_review, DIRECTOR.format(200)),
    ("GET", "player_against"): Case(
        lambda w: f"players/{w.player('ana').pk}/statistics/babylonia/against/{w.player('bo').pk}/", ALL
    ),
    ("GET", "player_openings"): Case(lambda w: f"players/{w.player('ana').pk}/statistics/babylonia/openings/", ALL),
    ("GET", "player_board"): Case(lambda w: f"players/{w.player('ana').pk}/statistics/babylonia/board/", ALL),
    ("GET", "player_statistics"): Case(lambda w: f"players/{w.player('ana').pk}/statistics/babylonia/", ALL),
    ("POST", "table_correction"): Case(
        lambda w: (f"tables/{w.table.pk}/correction/", {"scores": [50, 40], "preview": False}), SCOREKEEPER.format(200)
    ),
    ("GET", "rating-detail"): Case(lambda w: "ratings/babylonia/", ALL),
    ("GET", "rating-quality"): Case(lambda w: f"ratings/{measured().game}/quality/", ALL),
    ("GET", "rating-journal"): Case(lambda w: f"ratings/babylonia/journal/{w.player('ana').pk}/", ALL),
}

# The schema and its page are for everybody and change nothing; they have their own tests.
OPEN_PAGES = {("GET", "schema"), ("GET", "docs")}


def routes(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, str]]:
    """Every method of every named address."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns)
        elif pattern.name:
            view = pattern.callback
            methods = getattr(view, "actions", None) or {
                name for name in view.cls.http_method_names if hasattr(view.cls, name)
            }
            yield from ((method.upper(), pattern.name) for method in methods if method not in ("head", "options"))


def test_every_route_of_the_api_is_in_the_matrix() -> None:
    assert set(routes(api_urls.urlpatterns)) == MATRIX.keys() | OPEN_PAGES


def send(client: APIClient, method: str, asked: str | tuple[str, Any]) -> Any:
    address, body = asked if isinstance(asked, tuple) else (asked, None)
    call = getattr(client, method.lower())
    if isinstance(body, bytes):
        return client.generic(method, f"/api/v1/{address}", body, content_type="application/x-ndjson")
    files = (
        [value for value in body.values() if isinstance(value, SimpleUploadedFile)] if isinstance(body, dict) else []
    )
    if files:
        for file in files:
            file.seek(0)
        return call(f"/api/v1/{address}", body, format="multipart")
    return call(f"/api/v1/{address}") if body is None else call(f"/api/v1/{address}", body, format="json")


@pytest.mark.postgres
def test_every_read_can_be_asked_for_on_postgresql(world: World, client_of: Callable[[str], APIClient]) -> None:
    """By the first who may. What writes do is done by the services, whose tests run on both databases."""
    if connection.vendor != "postgresql":
        pytest.skip("on this database the whole matrix is asked for (test_bodies.py)")
    wrong = {}
    for (method, name), case in MATRIX.items():
        person, status = next(
            (each for each in zip(PEOPLE, case.expected.split(), strict=True) if each[1].startswith("2")), ("", "")
        )
        if method == "GET" and person:
            with taken_back(world) as here:
                found = str(
                    send(client_of("ana" if person == "player" else person), method, case.prepare(here)).status_code
                )
            if found != status:
                wrong[name] = f"{found} instead of {status} for {person}"
    assert not wrong


def test_every_read_of_a_cancelled_event_is_answered(world: World, client_of: Callable[[str], APIClient]) -> None:
    broken = []
    client = client_of(world.organiser.username)
    for (method, name), case in MATRIX.items():
        if method == "GET" and name.startswith(("tournament", "round", "table", "stage", "entry", "log", "club")):
            with taken_back(world) as here:
                asked = case.prepare(here)
                for event in Tournament.objects.filter(status=Tournament.Status.RUNNING):
                    cancel_tournament(event.organiser, event, "The hall is flooded.")
                code = send(client, method, asked).status_code
                if code >= 500:
                    broken.append((name, code))
    assert not broken


def test_a_reporter_does_not_confirm_or_dispute_the_own_report(
    world: World, client_of: Callable[[str], APIClient]
) -> None:
    report = world.report()
    reporter = client_of(world.opponent.username)
    for answer in ("confirm", "dispute"):
        assert reporter.post(f"/api/v1/reports/{report.pk}/{answer}/", {}).status_code == 403


def test_a_scorekeeper_enters_results_and_overrules_none(world: World, client_of: Callable[[str], APIClient]) -> None:
    keeper, reason = client_of("scorekeeper"), "I saw it otherwise."
    address = f"/api/v1/tables/{world.table.pk}/"
    assert keeper.post(f"{address}rule/", {"scores": [50, 40]}, format="json").status_code == 200
    for action in ("rule", "correction"):
        words = {"scores": [40, 50], "reason": reason, "preview": False}
        words = words if action == "correction" else {"scores": [40, 50], "reason": reason}
        assert keeper.post(f"{address}{action}/", words, format="json").status_code == 403
    assert keeper.post(f"{address}reopen/", {"reason": reason}, format="json").status_code == 403
    disputed = Table.objects.filter(round=world.round).exclude(pk=world.table.pk)[0]
    one, other = [seat.entry.player.user for seat in disputed.seats.order_by("position")]
    matches.dispute_report(other, matches.report_result(one, disputed, [5, 4]))
    words = {"scores": [4, 5], "reason": reason}
    assert keeper.post(f"/api/v1/tables/{disputed.pk}/rule/", words, format="json").status_code == 403
    world.table.refresh_from_db()
    assert [seat.score for seat in world.table.seats.order_by("position")] == [50, 40]


def test_a_draft_round_hides_its_tables_and_their_reports(world: World, client_of: Callable[[str], APIClient]) -> None:
    table = world.next_draft_round().tables.first()
    assert table is not None
    for person, status in (("visitor", 404), ("ana", 404), ("other organiser", 404), ("organiser", 200)):
        assert client_of(person).get(f"/api/v1/tables/{table.pk}/").status_code == status
        assert client_of(person).get(f"/api/v1/tables/{table.pk}/logs/").status_code == status


def test_a_revoked_or_invented_token_opens_nothing(world: World, client_of: Callable[[str], APIClient]) -> None:
    ana = client_of("ana")
    assert ana.get("/api/v1/me/").json()["player"]["name"] == "Ana"
    assert ana.delete("/api/v1/token/").status_code == 204
    assert ana.get("/api/v1/me/").status_code == 401
    ana.credentials(HTTP_AUTHORIZATION="Token 0123456789")
    assert ana.get("/api/v1/tournaments/").status_code == 401
