"""Who may open which page and send which form: one line per address, one column per kind of person.

Whatever is not allowed is refused: an address that is missing here fails the last test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from datetime import date, timedelta
from decimal import Decimal
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from django.utils.timezone import localdate
from PIL import Image

from analytics.parts import table_file
from competition.formats import StageSpec
from competition.season import SeasonRules
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.services import create_player
from nabu.accounts.players.tokens import create_token
from nabu.accounts.versions.services import touch, tournament_topic
from nabu.board.records import services as records
from nabu.board.records.models import Branch, Record
from nabu.board.records.services import GameSpec
from nabu.board.replay.recording import recording_of
from nabu.board.reviews.services import ask_for_review, review_tournament
from nabu.board.watch.game import watched_of
from nabu.board.watch.visible import visible_of
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.services import load_component_set, withdraw_component_set
from nabu.catalogue.variants.services import VariantSpec, save_variant
from nabu.contests.announcements.services import make_announcement
from nabu.contests.calls.contact.services import write_to_organiser
from nabu.contests.calls.director.services import call_director
from nabu.contests.calls.limits.services import block_caller
from nabu.contests.calls.models import Conversation, DirectorCall
from nabu.contests.clubs import services as clubs
from nabu.contests.clubs.models import Club, Season, Suspension
from nabu.contests.clubs.rated_status import grant_status
from nabu.contests.clubs.seasons import SeasonSpec, change_season, create_season
from nabu.contests.clubs.suspensions import suspend
from nabu.contests.dates.services import RoundSpec, set_dates
from nabu.contests.matches.models import GameLog, Seat, Table
from nabu.contests.matches.slips import seat_code, slip_token
from nabu.contests.practice.services import create_practice_event
from nabu.contests.ratings.models import ApprovalObjection
from nabu.contests.results import services as matches
from nabu.contests.results.approval.objections import object_to_approval
from nabu.contests.results.logs.sharing import share_log
from nabu.contests.results.photos.services import add_photo
from nabu.contests.results.settling.ruling import Ruling
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
from nabu.contests.tournaments.models import Entry, Registration, Round, Tournament
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.restrictions.services import add_restriction
from nabu.contests.tournaments.roles.invitations import make_invitation
from nabu.contests.tournaments.rounds.draft import move_seat, seat_stand_in, swap_seats
from nabu.contests.tournaments.rounds.services import lock_round
from nabu.contests.tournaments.setup.services import TournamentSpec, start_tournament, update_tournament
from nabu.core.browser_engine.config import digest_of_worker
from nabu.core.browser_engine.files import index
from nabu.core.browser_engine.words import digest_of_words
from nabu.messages.notifications.links import stop_link
from nabu.messages.webhooks.models import Webhook
from nabu.messages.webhooks.services import create_webhook, ping
from nabu.people.claims import invitations, requests
from nabu.people.claims.merging import merge_players
from nabu.statistics.dashboards.facts.refresh import store_of
from nabu.statistics.lab import services as lab
from nabu.statistics.lab.models import Experiment
from nabu.web.jobs.models import Job
from nabu.web.link_pictures import tasks
from nabu.web.link_pictures.kinds import KINDS
from tests.platform.answers import check_answer
from tests.platform.board.reviews.reviewed import store_review
from tests.platform.in_turn import asked
from tests.platform.messages.push.service import FakeBrowser
from tests.platform.scenario import (
    account,
    approved,
    component_file,
    game_log,
    log_of,
    make_event,
    taken_back,
    without_draws,
)
from tests.platform.sheets import A_SHEET, fields
from tests.platform.site.pages.conftest import World, give_roles, player_of, verify_all
from tests.platform.statistics.dashboards.proven import counted
from tests.profiles import LONG

HELPERS = ("director", "scorekeeper")
PEOPLE = ("visitor", "player", "opponent", "stranger", "organiser", "other_organiser", "staff", *HELPERS)

# u: 401, sign in first (JSON). b: 400, the form is no JSON. o: the page. a: done or refused with a sentence (a
# redirect). l: to the login. f: 403. n: 404, not even its existence. HELPERS are a director and a scorekeeper of the
# organiser's tournaments. A director may what the organiser may, but for roles, handing over and deleting; a
# scorekeeper sees the drafts of tournaments, but not those of rounds.
PUBLIC, ACCOUNTS = "ooooooooo", "loooooooo"
OWNER, OWNER_OF_HIDDEN = "lfffafaff", "lnnnanaff"
DIRECTOR, DIRECTOR_OF_HIDDEN, DIRECTOR_OF_DRAFT_ROUND = "lfffafaaf", "lnnnanaaf", "lnnnanaan"
SCOREKEEPER, SCOREKEEPER_OF_HIDDEN = "lfffafaaa", "lnnnanaaa"
OWN_ENTRY = "lffaafaaf"  # of the stranger
SEES_HIDDEN, DIRECTOR_SEES_HIDDEN, SEES_DRAFT_ROUND = "nnnnonooo", "nnnnonoof", "nnnnonoon"

ONLY_ORGANISER = "lnnnanann"  # what nobody else has a role in

Row = tuple[str, Callable[[World], list[Any]], str]


def nothing(world: World) -> list[Any]:
    return []


def tournament(world: World) -> list[Any]:
    return [world.tournament.pk]


def draft(world: World) -> list[Any]:
    return [world.draft.pk]


def cancelled_tournament(world: World) -> list[Any]:
    cancel_tournament(world.organiser, world.tournament, "The hall is flooded.")
    return [world.tournament.pk]


def last_change(world: World) -> list[Any]:
    return [AuditEntry.objects.filter(tournament=world.tournament).exclude(changes=[]).order_by("-pk")[0].pk]


def change_of_draft(world: World) -> list[Any]:
    return [AuditEntry.objects.filter(tournament=world.draft).exclude(changes=[]).order_by("-pk")[0].pk]


def practice_event(world: World) -> list[Any]:
    stages = [StageSpec("swiss", {"table_size": 2})]
    rules = {"game": "babylonia", "ruleset": "base", "components": world.tournament.components}
    made = create_practice_event(world.organiser, TournamentSpec(name="Practice", stages=stages, **rules), 4)
    start_tournament(world.organiser, made)
    return [made.pk]


def draft_entry(world: World) -> list[Any]:
    return [world.draft_entry.pk]


def followed(world: World) -> list[Any]:
    return [world.tournament.pk, world.entry.player_id]


def followed_in_draft(world: World) -> list[Any]:
    return [world.draft.pk, world.draft_entry.player_id]


def entry(world: World) -> list[Any]:
    return [world.entry.pk]


def late_entry(world: World) -> list[Any]:
    """In a stage in which the points for missed rounds are chosen."""
    stage = world.tournament.stages.get()
    stage.config = stage.config | {"late_points": "chosen"}
    stage.save()
    [late] = add_entries_by_name(world.organiser, world.tournament, ["Late"])
    return [late.pk]


def entry_with_bye(world: World) -> list[Any]:
    ask_for_bye(world.organiser, world.entry, 3)
    return [world.entry.pk]


def draft_with_open_check_in(world: World) -> list[Any]:
    check_in.open_check_in(world.organiser, world.draft)
    return [world.draft.pk]


def announced(world: World, **settings: Any) -> list[Any]:
    update_tournament(world.organiser, world.draft, registration=True, **settings)
    return [world.draft.pk]


def registered(world: World) -> list[Any]:
    found = announced(world)
    register(world.player, world.draft)
    return found


def pending_registration(world: World) -> list[Any]:
    announced(world, registration_approval=True)
    return [register(world.player, world.draft).pk]


def waiting_registration(world: World) -> list[Any]:
    announced(world, capacity=2)
    return [register(world.player, world.draft).pk]


def checked_in_entry(world: World) -> list[Any]:
    check_in.check_in(world.organiser, world.draft_entry)
    return [world.draft_entry.pk]


def with_fee(world: World) -> list[Any]:
    for tournament in (world.tournament, world.draft):
        update_tournament(world.organiser, tournament, fee=Decimal(5), fee_currency="EUR")
    return [world.tournament.pk]


def draft_with_fee(world: World) -> list[Any]:
    with_fee(world)
    return [world.draft.pk]


def owing_draft_entry(world: World) -> list[Any]:
    with_fee(world)
    return [world.draft_entry.pk]


def paid_draft_entry(world: World) -> list[Any]:
    with_fee(world)
    return [note_entry_paid(world.organiser, world.draft_entry).pk]


def owing_registration(world: World) -> list[Any]:
    with_fee(world)
    return pending_registration(world)


def paid_registration(world: World) -> list[Any]:
    registration = Registration.objects.get(pk=owing_registration(world)[0])
    return [note_registration_paid(world.organiser, registration).pk]


def said(world: World) -> list[Any]:
    return [make_announcement(world.organiser, world.tournament, "Lunch until 14:00.").pk]


def penalty(world: World) -> list[Any]:
    return [give_penalty(world.organiser, world.entry, PenaltySpec("warning", reason="noise")).pk]


def restriction(world: World) -> list[Any]:
    one, other = world.draft.entries.all()[:2]
    return [add_restriction(world.organiser, world.draft, one, other, "forbidden").pk]


def dated(world: World) -> None:
    due = timezone.now() - timedelta(days=1)
    set_dates(world.organiser, world.tournament, [RoundSpec(1, 1, None, due)])


def overdue(world: World) -> list[Any]:
    dated(world)
    return [world.open.pk]


def overdue_report(world: World) -> list[Any]:
    dated(world)
    return [world.reported.pk]


def draft_round(world: World) -> list[Any]:
    return [world.draft_round.pk]


def published_round(world: World) -> list[Any]:
    return [world.reported.round_id]


def draft_round_with_a_swap(world: World) -> list[Any]:
    one, two = world.draft_round.tables.order_by("number")
    swap_seats(world.organiser, one.seats.all()[0], two.seats.all()[0])
    return [world.draft_round.pk]


def draft_round_to_fill(world: World) -> list[Any]:
    """A draft with a player on a bye beside a stand-in who is not seated."""
    fill_draft(world)
    return [world.draft_round.pk]


def seat_of_stand_in(world: World) -> list[Any]:
    [spare, table] = fill_draft(world)
    seat_stand_in(world.organiser, table, spare)
    return [Seat.objects.get(entry=spare).pk]


def fill_draft(world: World) -> tuple[Entry, Table]:
    [spare] = add_entries_by_name(world.organiser, world.draft_round.stage.tournament, ["Spare"], stand_in=True)
    move_seat(world.organiser, world.draft_round.tables.order_by("number")[0].seats.all()[0])
    return spare, world.draft_round.tables.filter(is_bye=True)[0]


def filled(world: World) -> dict[str, Any]:
    spare = Entry.objects.get(player__name="Spare")
    return {"stand_in-entry": spare.pk, "stand_in-table": world.draft_round.tables.filter(is_bye=True)[0].pk}


def untouched_round(world: World) -> list[Any]:
    event = make_event(4, prefix="untouched", organiser=world.organiser)
    give_roles(event.tournament, world.director, world.scorekeeper)
    return [event.pair().pk]


def finished_round(world: World, prefix: str = "finished") -> list[Any]:
    event = make_event(2, table_size=2, prefix=prefix, organiser=world.organiser)
    give_roles(event.tournament, world.director, world.scorekeeper)
    round_ = event.pair()
    matches.rule_result(world.organiser, round_.tables.get(), Ruling([7, 5]))
    return [round_.pk]


def locked_round(world: World) -> list[Any]:
    found = finished_round(world, "locked")
    lock_round(world.organiser, Round.objects.get(pk=found[0]))
    return found


def job(world: World) -> list[Any]:
    return [Job.objects.create(kind="pair", payload={"tournament": world.tournament.pk}, asked_by=world.organiser).pk]


def stage(world: World) -> list[Any]:
    return [world.reported.round.stage_id]


def stage_standings(world: World) -> list[Any]:
    return [*stage(world), "standings"]


def stage_of_draft(world: World) -> list[Any]:
    return [world.draft.stages.get().pk]


def slips(world: World) -> list[Any]:
    return [*published_round(world), "slips"]


def slips_of_draft(world: World) -> list[Any]:
    return [*draft_round(world), "slips"]


def with_date(world: World) -> list[Any]:
    Tournament.objects.filter(pk=world.tournament.pk).update(starts_on=date(2026, 12, 5))
    return [world.tournament.pk]


def draft_with_date(world: World) -> list[Any]:
    Tournament.objects.filter(pk=world.draft.pk).update(starts_on=date(2026, 12, 5))
    return [world.draft.pk]


def standing(world: World) -> list[Any]:
    return [world.reported.round.stage_id, world.entry.pk]


def reported(world: World) -> list[Any]:
    return [world.reported.pk]


def report(world: World) -> list[Any]:
    return [world.report.pk]


def photo(world: World) -> list[Any]:
    return [world.reported.pk, add_photo(world.player, world.reported, picture()).pk]


def reopened(world: World) -> list[Any]:
    if world.reported.status != Table.Status.OPEN:
        matches.reopen_table(world.organiser, world.reported, "not played yet")
        world.reported.refresh_from_db()
    return [world.reported.pk]


def with_guest(world: World) -> list[Any]:
    """The guest has the name of the player."""
    name = player_of(world.player).name
    if not world.tournament.entries.filter(player__user=None).exists():
        guest = add_entry(world.organiser, world.tournament, create_player(world.organiser, name))
        update_entry(world.organiser, guest, email="guest@example.org")
    return [world.tournament.pk]


def guest_entry(world: World) -> list[Any]:
    with_guest(world)
    return [world.tournament.entries.get(player__user=None).pk]


def guest(world: World) -> list[Any]:
    with_guest(world)
    return [Player.objects.get(user=None).pk]


def claim_code(world: World) -> list[Any]:
    with_guest(world)
    return [invitations.make_codes(world.organiser, world.tournament)[0][1]]


def with_codes(world: World) -> list[Any]:
    claim_code(world)
    return [world.tournament.pk]


def claim_request(world: World) -> list[Any]:
    asking = account("namesake", player_of(world.player).name)
    return [requests.ask(asking, Player.objects.get(pk=guest(world)[0])).pk]


def merge(world: World) -> list[Any]:
    other = Player.objects.get(pk=guest(world)[0])
    return [merge_players(world.staff, other, player_of(world.staff)).pk]


def left(world: World) -> list[Any]:
    drop_entry(world.organiser, world.entry)
    return [world.open.pk]


def with_clock(world: World) -> list[Any]:
    set_minutes(world.organiser, world.reported.round, 50)
    return [world.reported.pk]


def ready_clock(world: World) -> list[Any]:
    set_minutes(world.organiser, world.reported.round, 50)
    return [world.reported.round_id, "start"]


def role(world: World) -> list[Any]:
    return [world.tournament.roles.get(user=world.scorekeeper).pk]


def role_code(world: World) -> list[Any]:
    return [make_invitation(world.organiser, world.tournament, "scorekeeper")[1]]


def role_invitation(world: World) -> list[Any]:
    return [make_invitation(world.organiser, world.tournament, "scorekeeper")[0].pk]


def hidden_role_invitation(world: World) -> list[Any]:
    return [make_invitation(world.organiser, world.draft, "scorekeeper")[0].pk]


def series_from(world: World, first: Tournament) -> Series:
    Tournament.objects.filter(pk=first.pk).update(starts_on=series.today())
    first.refresh_from_db()
    return series.start_series(world.organiser, first, series.SeriesSpec("Spring in Ur"))


def running_series(world: World) -> list[Any]:
    return [series_from(world, world.tournament).pk]


def hidden_series(world: World) -> list[Any]:
    made = series_from(world, world.draft)
    Tournament.objects.filter(in_series__series=made).update(registration=False)
    return [made.pk]


def paused_series(world: World) -> list[Any]:
    return [series.pause_series(world.organiser, series_from(world, world.tournament)).pk]


def series_with_a_gap(world: World) -> list[Any]:
    made = series_from(world, world.tournament)
    return [series.skip_date(world.organiser, made, dates_of(made, series.today(), 1)[0]).pk]


def hidden_role(world: World) -> list[Any]:
    return [world.draft.roles.get(user=world.scorekeeper).pk]


def club_of_players(world: World) -> Club:
    """Player and opponent of the world in a club: an owner and a scorekeeper."""
    found = Club.objects.first()
    if found is not None:
        return found
    club = clubs.create_club(world.player, "Players of Ur")
    clubs.set_member(world.player, club, world.opponent.username, "scorekeeper")
    return club


def club(world: World) -> list[Any]:
    return [club_of_players(world).pk]


def season_with_results(world: World) -> list[Any]:
    """A season of that club in which the running tournament counts, finished."""
    found = club_of_players(world)
    played = {"club": found, "status": Tournament.Status.FINISHED, "starts_on": date(2026, 5, 1)}
    Tournament.objects.filter(pk=world.tournament.pk).update(**played)
    touch(tournament_topic(world.tournament.pk))
    spec = SeasonSpec(
        name="Spring in Ur", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), rules=SeasonRules(line=2)
    )
    return [found.pk, create_season(world.player, found, spec).pk]


def player_with_results(world: World) -> list[Any]:
    return [*season_with_results(world), world.proven.seats.all()[0].entry.player_id]


def player_of_the_year(world: World) -> list[Any]:
    club, _season, player = player_with_results(world)
    return [club, player]


def changed_season(world: World) -> list[Any]:
    found = Season.objects.get(pk=season_with_results(world)[1])
    spec = SeasonSpec(name="Summer", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))
    change_season(world.player, found, spec)
    return [found.club_id, found.pk]


def to_be_suspended(world: World) -> list[Any]:
    return [club_of_players(world).pk, world.entry.player_id]


def suspended(world: World) -> list[Any]:
    found = club_of_players(world)
    return [suspend(world.player, found, world.entry.player, until=localdate(), reason="Noise.").pk]


def member(world: World) -> list[Any]:
    return [club_of_players(world).memberships.get(user=world.opponent).pk]


def hidden_table(world: World) -> list[Any]:
    return [Table.objects.filter(round=world.draft_round)[0].pk]


def proven_by_the_organisers_log(world: World) -> list[Any]:
    matches.submit_log(world.organiser, log_of(world.open, seed=6), world.open)
    verify_all()
    return [world.open.pk]


def log_without_seats(world: World) -> list[Any]:
    """Its names are not those of the table."""
    sent = matches.submit_log(world.player, game_log(2, seed=7), world.reported)
    verify_all()
    return [sent.pk]


def same_moves(world: World) -> list[Any]:
    """The game of the proven table, sent again without its draws."""
    assert world.proven.log
    sent = matches.submit_log(world.player, without_draws(bytes(world.proven.log.content)), world.reported)
    verify_all()
    return [sent.pk]


def objection(world: World) -> list[Any]:
    matches.confirm_report(world.opponent, world.report)
    return [matches.object_to_result(world.player, world.reported, "not our game").pk]


def proven(world: World) -> list[Any]:
    return [world.proven.pk]


def contradiction(world: World) -> list[Any]:
    return [world.contradiction.pk]


def public_log(world: World) -> list[Any]:
    return [world.proven.log.sha256 if world.proven.log else ""]


def private_log(world: World) -> list[Any]:
    return [world.private_log.sha256]


def shared_log(world: World) -> list[Any]:
    share_log(world.player, world.private_log)
    return private_log(world)


def replay_of(log: GameLog, viewer: User) -> list[Any]:
    recording = recording_of(log, viewer)
    assert recording is not None
    return [log.sha256, recording.digest]


def public_replay(world: World) -> list[Any]:
    assert world.proven.log
    return replay_of(world.proven.log, world.player)


def private_replay(world: World) -> list[Any]:
    return replay_of(world.private_log, world.player)


def public_picture(world: World) -> list[Any]:
    return [*public_replay(world), 3]


def private_picture(world: World) -> list[Any]:
    return [*private_replay(world), 3]


def drawn(kind: str, subject: object) -> list[Any]:
    """The address of a picture, which is drawn if a visitor may see what it shows."""
    tasks.draw(kind, str(subject), "en")
    return [kind, str(subject), "en", KINDS[kind].current(str(subject), "en") or "0" * 16]


def picture_of_event(world: World) -> list[Any]:
    return drawn("event", *tournament(world))


def picture_of_draft(world: World) -> list[Any]:
    return drawn("event", *draft(world))


def picture_of_practice(world: World) -> list[Any]:
    return drawn("event", *practice_event(world))


def picture_of_player(world: World) -> list[Any]:
    return drawn("player", player_of(world.player).pk)


def picture_of_hidden_player(world: World) -> list[Any]:
    return drawn("player", create_player(world.organiser, "Nobody has seen").pk)


def picture_of_public_game(world: World) -> list[Any]:
    assert world.proven.log
    return drawn("replay", f"{world.proven.log.sha256}-3")


def picture_of_private_game(world: World) -> list[Any]:
    return drawn("replay", f"{world.private_log.sha256}-3")


def public_review(world: World) -> list[Any]:
    """Of the player, waiting for a worker."""
    assert world.proven.log
    ask_for_review(world.player, world.proven.log)
    return public_log(world)


def private_review(world: World) -> list[Any]:
    ask_for_review(world.player, world.private_log)
    return private_log(world)


def line_of(log: GameLog) -> list[Any]:
    marked = next(each for each in store_review(log).decisions if each["mark"])
    return [log.sha256, marked["move"]]


def public_line(world: World) -> list[Any]:
    assert world.proven.log
    return line_of(world.proven.log)


def private_line(world: World) -> list[Any]:
    return line_of(world.private_log)


def batch_of_reviews(world: World) -> list[Any]:
    review_tournament(world.organiser, world.tournament)
    return tournament(world)


def player(world: World) -> list[Any]:
    return [player_of(world.player).pk]


def journal(world: World) -> list[Any]:
    return [player_of(world.player).pk, "babylonia"]


def pair(world: World) -> list[Any]:
    return [*journal(world), player_of(world.opponent).pk]


def game(world: World) -> list[Any]:
    return ["babylonia"]


def data_file(world: World) -> list[Any]:
    """A file of the statistics, as the list has it."""
    counted()
    [one, *_] = store_of(GAMES["babylonia"]).version
    return ["babylonia", "replayed", table_file("offers", one.month, one.tables)]


def data_file_of_nobody(world: World) -> list[Any]:
    return ["babylonia", "replayed", "place.json"]


def built_in_set(world: World) -> list[Any]:
    return ["babylonia", "babylonia-2019"]


def loaded_set(world: World, name: str = "corrected") -> list[Any]:
    if not ComponentSet.objects.filter(name=name).exists():
        load_component_set(world.player, component_file(name))
    return ["babylonia", name]


def withdrawn_set(world: World) -> list[Any]:
    found = loaded_set(world, "withdrawn")
    withdraw_component_set(world.player, ComponentSet.objects.get(name="withdrawn"))
    return found


def set_withdrawn_by_staff(world: World) -> list[Any]:
    found = loaded_set(world, "refused")
    withdraw_component_set(world.staff, ComponentSet.objects.get(name="refused"))
    return found


def experiment(world: World) -> list[Any]:
    """Of the player, waiting for a worker."""
    arms = [lab.Choice(ruleset="base"), lab.Choice(ruleset="seven_of_nine")]
    words = {"name": "Seven", "players": 2, "games": 9, "bots": ["random"], "seed": "7", "arms": arms}
    return [lab.create_experiment(world.player, GAMES["babylonia"], lab.ExperimentDesign(**words)).pk]


def paused_experiment(world: World) -> list[Any]:
    found = experiment(world)
    lab.pause_experiment(world.player, Experiment.objects.get(pk=found[0]))
    return found


def experiment_that_is_over(world: World) -> list[Any]:
    found = experiment(world)
    lab.cancel_experiment(world.player, Experiment.objects.get(pk=found[0]))
    return found


def two_line_ups(world: World) -> list[Any]:
    """Two experiments with different bots, both over; what they have played is made up."""
    found = experiment_that_is_over(world)
    before = Experiment.objects.get(pk=found[0])
    made = lab.repeat_with_bots(world.player, before, ["novice"], 9)
    lab.cancel_experiment(world.player, made)
    nothing_counted = {"played": 1, "unfinished": 0, "values": {}, "differences": {}}
    Experiment.objects.filter(pk__in=[before.pk, made.pk]).update(played=2, sums=[nothing_counted] * 2)
    return [before.pk, made.pk]


def one_of_two_still_runs(world: World) -> list[Any]:
    found = experiment_that_is_over(world)
    return [found[0], lab.repeat_with_bots(world.player, Experiment.objects.get(pk=found[0]), ["novice"], 9).pk]


def variant(world: World) -> list[Any]:
    words: dict[str, Any] = {"name": "Open racks", "ruleset": "base", "switches": {"rack_visibility": "open"}}
    return [save_variant(world.player, GAMES["babylonia"], VariantSpec(**words)).pk]


def token_of_player(world: World) -> list[Any]:
    return [create_token(world.player, "screen", ["read"])[0].pk]


def confirm_key(world: World) -> list[Any]:
    address = EmailAddress.objects.create(user=world.player, email="player@example.org", primary=True)
    return [EmailConfirmationHMAC.create(address).key]


def reset_key(world: World) -> list[Any]:
    return [user_pk_to_url_str(world.player), default_token_generator.make_token(world.player)]


def passkey(world: World) -> list[Any]:
    return [Authenticator.objects.create(user=world.player, type=Authenticator.Type.WEBAUTHN, data={}).pk]


def stop_token(world: World) -> list[Any]:
    return [stop_link(world.player.pk, "pairing").rstrip("/").rpartition("/")[2]]


def slip_of_table(world: World) -> list[Any]:
    return [slip_token(world.reported, 0)]


def webhook(world: World) -> list[Any]:
    made = create_webhook(world.organiser, world.tournament, "https://example.org/nabu", ["round.published"])
    return [made.pk]


def device_of_player(world: World) -> list[Any]:
    return [FakeBrowser("http://127.0.0.1:65534/player").allow(world.player).pk]


def hidden_webhook(world: World) -> list[Any]:
    return [create_webhook(world.organiser, world.draft, "https://example.org/nabu", ["round.published"]).pk]


def delivery(world: World) -> list[Any]:
    return [ping(world.organiser, Webhook.objects.get(pk=webhook(world)[0])).pk]


def club_that_may_rate_the_player(world: World) -> list[Any]:
    found = club_of_players(world)
    give_standing_consent(world.player, found)
    return [found.pk]


def rated_status(world: World) -> list[Any]:
    return [grant_status(world.staff, "A league.", account=world.stranger).pk]


def invited_entry(world: World) -> list[Any]:
    return [add_entry(world.organiser, world.tournament, player_of(world.other_organiser)).pk]


def hidden_invitation(world: World) -> list[Any]:
    return [add_entry(world.organiser, world.draft, player_of(world.other_organiser)).pk]


def rated_entry(world: World) -> list[Any]:
    Tournament.objects.filter(pk=world.tournament.pk).update(rated=True)
    return [world.entry.pk]


def rated_tournament(world: World) -> list[Any]:
    """As if it were approved: the result of the player and the opponent counts."""
    approved(world.event)
    matches.rule_result(world.organiser, world.reported, Ruling([90, 80]))
    return [world.tournament.pk]


def own_record(world: World) -> list[Any]:
    spec = GameSpec("babylonia", "base", "babylonia-2019", ["Ana", "Bo"])
    return [left_by_another_device(records.issue_record(world.player, spec)).public_id]


def table_record(world: World) -> list[Any]:
    return [left_by_another_device(records.issue_at_table(world.player, world.reported)).public_id]


def left_by_another_device(record: Record) -> Record:
    """Its lease is over, so that anybody who may write may take over."""
    Record.objects.filter(pk=record.pk).update(device="the-other-device")
    return record


def form_of_record(world: World) -> list[Any]:
    return [*table_record(world), "move"]


def record_with_branch(world: World) -> list[Any]:
    record = records.issue_at_table(world.player, world.reported)
    branch = Branch.objects.create(record=record, epoch=1, device="the-other-device", base=record.count, lines=[])
    return [record.public_id, branch.pk, "drop"]


def watched_game(world: World) -> list[Any]:
    """A record that spectators follow at once."""
    update_tournament(world.organiser, world.tournament, watch_delay=0)
    table_record(world)
    found = watched_of(visible_of(Table.objects.select_related("round__stage__tournament").get(pk=world.reported.pk)))
    assert found is not None
    assert found.words is not None
    return [world.reported.pk, found.words["digests"][0]]


def watched_position(world: World) -> list[Any]:
    return [*watched_game(world), 0]


def hidden_game(world: World) -> list[Any]:
    return [*hidden_table(world), "0" * 16]


def hidden_position(world: World) -> list[Any]:
    return [*hidden_game(world), 0]


def projector(world: World) -> list[Any]:
    return [*reported(world), "show"]


def slip_of_open_table(world: World) -> list[Any]:
    return [slip_token(world.open, 0)]


def excluded_tournament(world: World) -> list[Any]:
    found = rated_tournament(world)
    exclude_tournament(world.staff, world.tournament, "being looked at")
    return found


def objection_to_approval(world: World) -> list[Any]:
    rated_tournament(world)
    return [object_to_approval(world.player, world.tournament, "never played").pk]


def director_call(world: World) -> DirectorCall:
    return call_director(world.player, world.reported, "A card is missing.")


def conversation(world: World) -> Conversation:
    return write_to_organiser(world.player, world.tournament, "Players of Ur").conversation


WORKER = "browser_engine:worker"
"""The only address whose scripts may run WebAssembly; none may run texts."""

PAGES: list[Row] = [
    ("home", nothing, PUBLIC),
    ("healthz", nothing, PUBLIC),
    ("no_streams", nothing, PUBLIC),
    ("browser_engine:file", lambda _: [index().engine, "engine.bin"], PUBLIC),
    ("browser_engine:notice", lambda _: ["NOTICE.txt"], PUBLIC),
    ("browser_engine:offline", lambda _: ["records"], PUBLIC),
    ("browser_engine:words", lambda _: [digest_of_words("es"), "es"], PUBLIC),
    (WORKER, lambda _: ["records", digest_of_worker()], PUBLIC),
    ("proof", nothing, PUBLIC),
    ("how_it_works", nothing, PUBLIC),
    ("status", nothing, "lfffffoff"),
    ("metrics", nothing, "nnnnnnonn"),
    ("site_metrics", nothing, "nnnnnnonn"),
    ("players:list", nothing, PUBLIC),
    ("players:detail", player, PUBLIC),
    ("players:journal", journal, PUBLIC),
    ("players:statistics", journal, PUBLIC),
    ("players:statistics_csv", lambda world: [*journal(world), "games"], PUBLIC),
    ("players:against", pair, PUBLIC),
    ("players:board", journal, PUBLIC),
    ("players:openings", journal, PUBLIC),
    ("players:openings_csv", journal, PUBLIC),
    ("players:board_csv", journal, PUBLIC),
    ("players:against_csv", lambda world: [*pair(world), "games"], PUBLIC),
    ("players:reviews", journal, PUBLIC),
    ("players:reviews_csv", lambda world: [*journal(world), "games"], PUBLIC),
    ("account_signup", nothing, "oaaaaaaaa"),
    ("account_login", nothing, "oaaaaaaaa"),
    ("players:account", nothing, ACCOUNTS),
    ("account_change_password", nothing, ACCOUNTS),
    ("account_email", nothing, ACCOUNTS),
    ("account_reauthenticate", nothing, ACCOUNTS),
    ("account_set_password", nothing, "laaaaaaaa"),
    ("account_reset_password", nothing, PUBLIC),
    ("account_reset_password_done", nothing, PUBLIC),
    ("account_reset_password_from_key", reset_key, "aaaaaaaaa"),
    ("account_reset_password_from_key_done", nothing, PUBLIC),
    ("account_confirm_email", confirm_key, PUBLIC),
    ("account_email_verification_sent", nothing, PUBLIC),
    ("account_confirm_login_code", nothing, "laaaaaaaa"),
    ("account_inactive", nothing, PUBLIC),
    ("mfa_index", nothing, ACCOUNTS),
    # What changes how somebody signs in wants the password once more.
    ("mfa_activate_totp", nothing, "laaaaaaaa"),
    ("mfa_deactivate_totp", nothing, "lnnnnnnnn"),
    ("mfa_view_recovery_codes", nothing, "lnnnnnnnn"),
    ("mfa_download_recovery_codes", nothing, "lnnnnnnnn"),
    ("mfa_generate_recovery_codes", nothing, "laaaaaaaa"),
    ("mfa_list_webauthn", nothing, ACCOUNTS),
    ("mfa_add_webauthn", nothing, "laaaaaaaa"),
    ("mfa_edit_webauthn", passkey, "laaaaaaaa"),
    ("mfa_remove_webauthn", passkey, "laaaaaaaa"),
    ("mfa_authenticate", nothing, "laaaaaaaa"),
    ("mfa_reauthenticate", nothing, "laaaaaaaa"),
    ("mfa_reauthenticate_webauthn", nothing, "laaaaaaaa"),
    ("mfa_login_webauthn", nothing, "laaaaaaaa"),
    ("usersessions_list", nothing, ACCOUNTS),
    ("players:tokens", nothing, ACCOUNTS),
    ("players:exports", nothing, ACCOUNTS),
    ("players:everything", nothing, ACCOUNTS),
    ("privacy:policy", nothing, PUBLIC),
    ("privacy:security_txt", nothing, "nnnnnnnnn"),  # nobody has said how to be reached
    ("privacy:export", nothing, ACCOUNTS),
    ("privacy:delete_account", nothing, ACCOUNTS),
    ("privacy:delete_player", player, "lfffffoff"),
    ("players:consents", nothing, ACCOUNTS),
    ("setup", nothing, "nnnnnnnnn"),
    ("staff:site", nothing, "lfffffoff"),
    ("staff:rated", nothing, "lfffffoff"),
    ("patterns", nothing, "lfffffoff"),
    ("notifications:mail", nothing, ACCOUNTS),
    ("notifications:sent", nothing, "lfffffoff"),
    ("claims:code", nothing, PUBLIC),
    ("claims:claim", claim_code, PUBLIC),
    ("claims:helper_code", nothing, PUBLIC),
    ("claims:helper", role_code, PUBLIC),
    ("claims:guests", with_guest, "ffffofoof"),
    ("claims:guests", draft, DIRECTOR_SEES_HIDDEN),
    ("claims:codes", with_guest, "lfffofoof"),
    ("claims:codes", draft, "lnnnonoof"),
    ("claims:merge", guest, "lfffofoof"),
    ("notifications:stop", stop_token, PUBLIC),
    ("push:worker", nothing, PUBLIC),
    ("push:manifest", nothing, PUBLIC),
    # Whoever asks gets what a visitor may see: the picture, or the way to that of the site.
    ("link_picture", picture_of_event, PUBLIC),
    ("link_picture", picture_of_player, PUBLIC),
    ("link_picture", picture_of_public_game, PUBLIC),
    ("link_picture", picture_of_draft, "aaaaaaaaa"),
    ("link_picture", picture_of_practice, "aaaaaaaaa"),
    ("link_picture", picture_of_hidden_player, "aaaaaaaaa"),
    ("link_picture", picture_of_private_game, "aaaaaaaaa"),
    ("table:slip", slip_of_table, PUBLIC),
    ("table:report_sheet", reported, "looffffff"),
    ("table:report_sheet", hidden_table, "lnnnfnffn"),
    ("table:rule_by_sheet", reported, "lfffofooo"),
    ("webhooks:list", tournament, "lfffofoof"),
    ("webhooks:list", draft, "lnnnonoof"),
    ("webhooks:detail", webhook, "lfffofoof"),
    ("webhooks:detail", hidden_webhook, "lnnnonoof"),
    ("ratings:leaderboard", nothing, PUBLIC),
    ("ratings:leaderboard", game, PUBLIC),
    ("ratings:quality", game, PUBLIC),
    ("dashboards:index", nothing, "aaaaaaaaa"),
    ("dashboards:game", game, PUBLIC),
    ("dashboards:sources", game, PUBLIC),
    ("dashboards:games", game, PUBLIC),
    ("dashboards:players", game, PUBLIC),
    ("dashboards:cards", game, PUBLIC),
    ("dashboards:seats", game, PUBLIC),
    ("dashboards:openings", game, PUBLIC),
    ("dashboards:variants", game, PUBLIC),
    ("dashboards:csv", lambda world: ["babylonia", "sources"], PUBLIC),
    ("dashboards:file", data_file, PUBLIC),
    ("dashboards:file", data_file_of_nobody, "nnnnnnnnn"),
    ("dashboards:drawing", lambda world: ["babylonia", "2"], PUBLIC),
    ("games:list", nothing, PUBLIC),
    ("games:detail", game, PUBLIC),
    ("games:schema", game, PUBLIC),
    ("games:source_drawing", lambda world: ["babylonia", "ziggurat"], PUBLIC),
    ("games:set", built_in_set, PUBLIC),
    ("games:set", loaded_set, PUBLIC),
    ("games:set", withdrawn_set, PUBLIC),
    ("games:set_file", built_in_set, PUBLIC),
    ("games:set_file", withdrawn_set, PUBLIC),
    ("variants:games", nothing, PUBLIC),
    ("variants:list", game, PUBLIC),
    ("variants:detail", variant, PUBLIC),
    ("variants:new", game, ACCOUNTS),
    ("lab:list", nothing, PUBLIC),
    ("lab:new", game, ACCOUNTS),
    ("lab:detail", experiment, "nonnnnonn"),
    ("lab:detail", experiment_that_is_over, PUBLIC),
    ("lab:csv", experiment, "nonnnnonn"),
    ("lab:csv", experiment_that_is_over, PUBLIC),
    ("lab:cost", game, ACCOUNTS),
    ("lab:against", two_line_ups, PUBLIC),
    ("lab:against_csv", two_line_ups, PUBLIC),
    ("lab:against_csv", one_of_two_still_runs, "nonnnnonn"),
    ("tournaments:list", nothing, PUBLIC),
    ("tournaments:calendar_feed", nothing, PUBLIC),
    ("tournaments:atom_feed", nothing, PUBLIC),
    ("clubs:calendar_feed", club, PUBLIC),
    ("clubs:atom_feed", club, PUBLIC),
    ("players:calendar_feed", player, PUBLIC),
    ("players:atom_feed", player, PUBLIC),
    ("players:personal_calendar", nothing, "nnnnnnnnn"),
    ("players:calendar_page", nothing, ACCOUNTS),
    ("tournaments:server_time", nothing, PUBLIC),
    ("tournaments:new", nothing, ACCOUNTS),
    ("tournaments:quick_start", nothing, ACCOUNTS),
    ("tournaments:practice", nothing, ACCOUNTS),
    ("tournaments:old_practice", nothing, ACCOUNTS),
    ("tournaments:detail", tournament, PUBLIC),
    ("tournaments:detail", draft, SEES_HIDDEN),
    ("dates:dates", tournament, "lfffofoof"),
    ("dates:dates", draft, "lnnnonoof"),
    ("dates:overdue", tournament, "lfffofoof"),
    ("dates:overdue", draft, "lnnnonoof"),
    ("tournaments:edit", tournament, "lfffofoof"),
    ("tournaments:edit", draft, "lnnnonoof"),
    ("tournaments:names", tournament, "lfffofoof"),
    ("tournaments:names", draft, "lnnnonoof"),
    ("tournaments:current_round", tournament, "aaaaaaaaa"),
    ("tournaments:current_round", draft, "nnnnanaaa"),
    ("series:repeat", tournament, "lfffofoof"),
    ("series:repeat", draft, "lnnnonoof"),
    ("series:new", tournament, "lfffofoof"),
    ("series:new", draft, "lnnnonoof"),
    ("series:detail", running_series, PUBLIC),
    ("series:detail", hidden_series, SEES_HIDDEN),
    ("series:settings", running_series, "lfffofoff"),
    ("series:settings", hidden_series, "lnnnonoff"),
    ("clubs:list", nothing, PUBLIC),
    ("clubs:detail", club, PUBLIC),
    ("clubs:season", club, PUBLIC),
    ("clubs:season_csv", club, PUBLIC),
    ("clubs:year_sums", player_of_the_year, PUBLIC),
    ("clubs:ruled_season", season_with_results, PUBLIC),
    ("clubs:ruled_csv", season_with_results, PUBLIC),
    ("clubs:ruled_sums", player_with_results, PUBLIC),
    ("clubs:season_new", club, "loffffoff"),
    ("clubs:season_edit", season_with_results, "loffffoff"),
    ("clubs:suspensions", club, "loffffoff"),
    ("clubs:suspend", to_be_suspended, "loffffoff"),
    ("tournaments:roles", tournament, "ffffofooo"),
    ("tournaments:roles", draft, SEES_HIDDEN),
    ("tournaments:prizes", tournament, PUBLIC),
    ("tournaments:prizes", draft, SEES_HIDDEN),
    ("tournaments:prizes_csv", tournament, PUBLIC),
    ("tournaments:prizes_csv", draft, SEES_HIDDEN),
    ("tournaments:prizes_edit", tournament, "lfffofoof"),
    ("tournaments:prizes_edit", draft, "lnnnonoof"),
    ("tournaments:tie_breaks", stage, "lfffofoof"),
    ("tournaments:tie_breaks", stage_of_draft, "lnnnnnnnf"),
    ("tournaments:standings", tournament, PUBLIC),
    ("tournaments:standings", draft, SEES_HIDDEN),
    ("tournaments:standings_embed", tournament, PUBLIC),
    ("tournaments:standings_embed", draft, SEES_HIDDEN),
    ("tournaments:breakdown", standing, PUBLIC),
    ("tournaments:bracket", tournament, PUBLIC),
    ("tournaments:bracket", draft, SEES_HIDDEN),
    ("tournaments:dashboard", tournament, PUBLIC),
    ("tournaments:dashboard", draft, SEES_HIDDEN),
    ("tournaments:dashboard_sources", tournament, PUBLIC),
    ("tournaments:dashboard_sources", draft, SEES_HIDDEN),
    ("tournaments:dashboard_games", tournament, PUBLIC),
    ("tournaments:dashboard_games", draft, SEES_HIDDEN),
    ("tournaments:dashboard_print", tournament, PUBLIC),
    ("tournaments:dashboard_print", draft, SEES_HIDDEN),
    ("tournaments:dashboard_cards", tournament, PUBLIC),
    ("tournaments:dashboard_cards", draft, SEES_HIDDEN),
    ("tournaments:dashboard_seats", tournament, PUBLIC),
    ("tournaments:dashboard_seats", draft, SEES_HIDDEN),
    ("tournaments:dashboard_openings", tournament, PUBLIC),
    ("tournaments:dashboard_openings", draft, SEES_HIDDEN),
    ("tournaments:dashboard_variants", tournament, PUBLIC),
    ("tournaments:dashboard_variants", draft, SEES_HIDDEN),
    ("tournaments:reviews", tournament, PUBLIC),
    ("tournaments:reviews", batch_of_reviews, PUBLIC),
    ("tournaments:reviews", draft, SEES_HIDDEN),
    ("tournaments:reviews_csv", tournament, PUBLIC),
    ("tournaments:reviews_csv", draft, SEES_HIDDEN),
    ("tournaments:audit", tournament, "ffffofoof"),
    ("tournaments:audit", draft, DIRECTOR_SEES_HIDDEN),
    ("tournaments:undo", last_change, "ffffofoof"),
    ("tournaments:undo", change_of_draft, DIRECTOR_SEES_HIDDEN),
    ("tournaments:ratings", tournament, PUBLIC),
    ("tournaments:ratings", draft, SEES_HIDDEN),
    ("tournaments:entries", tournament, PUBLIC),
    ("tournaments:entries", draft, SEES_HIDDEN),
    ("tournaments:entry", entry, "fffoofoof"),
    ("tournaments:entry", draft_entry, DIRECTOR_SEES_HIDDEN),
    ("tournaments:check_in", tournament, "ffffofooo"),
    ("tournaments:check_in", draft, SEES_HIDDEN),
    ("tournaments:own_check_in", draft_with_open_check_in, "lnnnnnnnn"),
    ("tournaments:cancel", tournament, "lfffofoof"),
    ("tournaments:cancel", draft, DIRECTOR_SEES_HIDDEN.replace("n", "l", 1)),
    ("tournaments:leaving", tournament, "lfffofoof"),
    ("tournaments:leaving", draft, "lnnnanaaf"),
    ("tournaments:starting", tournament, "ffffafaaf"),
    ("tournaments:starting", draft, DIRECTOR_SEES_HIDDEN),
    ("tournaments:detail", announced, PUBLIC),
    ("tournaments:entries", announced, PUBLIC),
    ("tournaments:registration", tournament, PUBLIC),
    ("tournaments:registration", announced, PUBLIC),
    ("tournaments:registration", draft, SEES_HIDDEN),
    ("tournaments:fees", with_fee, "ffffofooo"),
    ("tournaments:fees", draft_with_fee, SEES_HIDDEN),
    ("tournaments:announcements", tournament, PUBLIC),
    ("tournaments:announcements", draft, SEES_HIDDEN),
    ("tournaments:announced", tournament, PUBLIC),
    ("tournaments:announced", draft, SEES_HIDDEN),
    ("tournaments:announced_at_table", reported, "noononooo"),
    ("tournaments:announced_at_table", hidden_table, "nnnnnnnnn"),
    ("tournaments:announce", tournament, "lfffofoof"),
    ("tournaments:announce", draft, "lnnnonoof"),
    ("tournaments:penalties", tournament, "foooofoof"),
    ("tournaments:penalties", draft, DIRECTOR_SEES_HIDDEN),
    ("tournaments:restrictions", tournament, "ffffofoof"),
    ("tournaments:restrictions", draft, DIRECTOR_SEES_HIDDEN),
    ("tournaments:import", tournament, "lfffofoof"),
    ("tournaments:import", draft, "lnnnonoof"),
    ("tournaments:export", tournament, PUBLIC),
    ("tournaments:export", draft, SEES_HIDDEN),
    ("tournaments:export_csv", lambda world: [world.tournament.pk, "players"], PUBLIC),
    ("tournaments:export_csv", lambda world: [world.draft.pk, "players"], SEES_HIDDEN),
    ("tournaments:export_json", tournament, PUBLIC),
    ("tournaments:export_json", draft, SEES_HIDDEN),
    ("tournaments:export_trf", tournament, PUBLIC),
    ("tournaments:export_trf", draft, "nnnnnnnnn"),
    ("tournaments:calendar", with_date, PUBLIC),
    ("tournaments:calendar", draft_with_date, SEES_HIDDEN),
    ("tournaments:prints", tournament, PUBLIC),
    ("tournaments:prints", draft, SEES_HIDDEN),
    ("tournaments:print_people", tournament, PUBLIC),
    ("tournaments:print_people", draft, SEES_HIDDEN),
    ("tournaments:print_standings", tournament, PUBLIC),
    ("tournaments:print_standings", draft, "nnnnnnnnn"),
    ("tournaments:print_stage", stage_standings, PUBLIC),
    ("tournaments:cross_table", stage, PUBLIC),
    ("tournaments:cross_table", stage_of_draft, "nnnnnnnnn"),
    ("tournaments:cross_table_csv", stage, PUBLIC),
    ("tournaments:cross_table_csv", stage_of_draft, "nnnnnnnnn"),
    ("tournaments:round_prints", published_round, PUBLIC),
    ("tournaments:round_prints", draft_round, SEES_DRAFT_ROUND),
    ("tournaments:print_round", slips, PUBLIC),
    ("tournaments:print_round", slips_of_draft, SEES_DRAFT_ROUND),
    ("tournaments:round", published_round, PUBLIC),
    ("tournaments:round", draft_round, SEES_DRAFT_ROUND),
    ("tournaments:round_seats", published_round, "ffffofoof"),
    ("tournaments:job", job, "ffffofoof"),
    ("table:page", reported, PUBLIC),
    ("table:page", hidden_table, SEES_DRAFT_ROUND),
    ("table:anatomy", proven, PUBLIC),
    ("table:anatomy", hidden_table, SEES_DRAFT_ROUND),
    ("table:anatomy_csv", proven, PUBLIC),
    ("table:anatomy_csv", hidden_table, "nnnnnnnnn"),
    ("table:photo", photo, "noononooo"),
    ("tournaments:projector", tournament, PUBLIC),
    ("tournaments:projector", draft, SEES_HIDDEN),
    ("tournaments:follow", tournament, PUBLIC),
    ("tournaments:follow", draft, SEES_HIDDEN),
    ("tournaments:follow_player", followed, PUBLIC),
    ("tournaments:follow_player", followed_in_draft, SEES_HIDDEN),
    ("tournaments:round_clock", published_round, PUBLIC),
    ("tournaments:round_clock", draft_round, SEES_DRAFT_ROUND),
    ("table:submission", contradiction, PUBLIC),
    ("play:play", nothing, PUBLIC),
    ("play:account", nothing, PUBLIC),
    ("exercises:exercises", nothing, PUBLIC),
    # Everybody gets the own games, whoever asks: tests/platform/board/exercises.
    ("exercises:games", nothing, PUBLIC),
    ("table:upload", nothing, PUBLIC),
    ("records:list", nothing, ACCOUNTS),
    ("records:new", nothing, ACCOUNTS),
    ("records:record", own_record, "lonnnnnnn"),
    ("records:record", table_record, "loononooo"),
    ("records:setup", own_record, "lonnnnnnn"),
    ("records:setup", table_record, "loononooo"),
    ("records:log", own_record, "lonnnnnnn"),
    ("records:log", table_record, "loononooo"),
    ("records:state", own_record, "uonnnnnnn"),
    ("records:state", table_record, "uoononooo"),
    ("table:log", public_log, PUBLIC),
    ("table:log", private_log, "nonnnnonn"),
    ("table:verdict", public_log, PUBLIC),
    ("table:verdict", private_log, "nonnnnonn"),
    ("table:replay", public_log, PUBLIC),
    ("table:replay", private_log, "nonnnnonn"),
    ("table:replay_last", public_log, "aaaaaaaaa"),
    ("table:replay_last", private_log, "nannnnann"),
    ("table:replay_moves", public_replay, PUBLIC),
    ("table:replay_moves", private_replay, "nonnnnonn"),
    ("table:replay_picture", public_picture, PUBLIC),
    ("table:replay_picture", private_picture, "nonnnnonn"),
    ("table:review", public_log, PUBLIC),
    ("table:review", private_log, "nonnnnonn"),
    ("table:review_line", public_line, PUBLIC),
    ("table:review_line", private_line, "nonnnnonn"),
    ("table:review_section", public_log, "aaaaaaaaa"),
    ("table:review_section", private_log, "nannnnann"),
    ("table:watch", reported, PUBLIC),
    ("table:watch", hidden_table, SEES_DRAFT_ROUND),
    ("table:watch_now", reported, PUBLIC),
    ("table:watch_now", hidden_table, SEES_DRAFT_ROUND),
    ("table:watch_moves", watched_game, PUBLIC),
    ("table:watch_moves", hidden_game, "nnnnnnnnn"),
    ("table:watch_picture", watched_position, PUBLIC),
    ("table:watch_picture", hidden_position, "nnnnnnnnn"),
    ("table:raw", public_log, PUBLIC),
    ("table:raw", private_log, "nonnnnonn"),
    ("table:log", shared_log, PUBLIC),
    ("table:verdict", shared_log, PUBLIC),
    ("table:raw", shared_log, PUBLIC),
    ("table:replay", shared_log, PUBLIC),
    ("tournaments:calls", tournament, "ffffofooo"),
    ("tournaments:calls", draft, SEES_HIDDEN),
    ("tournaments:calls_line", tournament, "ffffofooo"),
    ("tournaments:call_settings", tournament, "ffffofoof"),
    ("tournaments:call_settings", draft, DIRECTOR_SEES_HIDDEN),
    ("table:director_call", reported, "aaaaaaaaa"),
    ("table:director_call", hidden_table, "nnnnanaan"),
    ("table:director_call_slip", slip_of_table, "aaaaaaaaa"),
    ("records:director_call", table_record, "laananaaa"),
    ("tournaments:contact", tournament, ACCOUNTS),
    ("tournaments:contact", draft, "lnnnonooo"),
    ("clubs:contact", club, ACCOUNTS),
    ("contact:conversation", lambda w: [conversation(w).pk], "lonnonoon"),
]

CHANGES: list[Row] = [
    ("tournaments:call_take", lambda w: [director_call(w).pk], SCOREKEEPER),
    ("tournaments:call_close", lambda w: [director_call(w).pk], SCOREKEEPER),
    ("tournaments:call_block", lambda w: [director_call(w).pk], DIRECTOR),
    ("tournaments:unblock", lambda w: [block_caller(w.organiser, director_call(w)).pk], DIRECTOR),
    ("contact:answer", lambda w: [conversation(w).pk], "lfnnanaan"),
    ("contact:close", lambda w: [conversation(w).pk], "lfnnanaan"),
    ("contact:block", lambda w: [conversation(w).pk], "lfnnanaan"),
    ("records:by_slip", slip_of_open_table, "aaaaaaaaa"),
    ("play:store", nothing, "ubbbbbbbb"),
    ("records:journal", own_record, "ubnnnnnnn"),
    ("records:journal", table_record, "ubbnbnbbb"),
    ("records:without_script", form_of_record, "laananaaa"),
    ("records:finish", table_record, "laananaaa"),
    ("records:abandon", own_record, "lannnnnnn"),
    ("records:abandon", table_record, "laananaaa"),
    ("records:take_over", own_record, "ubnnnnnnn"),
    ("records:take_over", table_record, "ubbnbnbbb"),
    ("records:consent", table_record, "ubbnbnbbb"),
    ("records:branch", record_with_branch, "ubbnbnbbb"),
    ("account_logout", nothing, "aaaaaaaaa"),
    ("set_language", nothing, "aaaaaaaaa"),
    ("games:load", game, "laaaaaaaa"),
    ("games:withdraw", loaded_set, "laffffaff"),
    ("variants:retire", variant, "laffffaff"),
    ("table:review_ask", public_log, "laaaaaaaa"),
    ("table:review_ask", private_log, "lannnnann"),
    ("table:review_cancel", public_review, "laffffaff"),
    ("table:review_cancel", private_review, "lannnnann"),
    ("tournaments:reviews_ask", tournament, "lfffafaaf"),
    ("tournaments:reviews_cancel", batch_of_reviews, "lfffafaaf"),
    ("lab:pause", experiment, "lannnnann"),
    ("lab:resume", paused_experiment, "lannnnann"),
    ("lab:cancel", experiment, "lannnnann"),
    ("lab:retire", experiment_that_is_over, "laffffaff"),
    ("lab:with_bots", experiment_that_is_over, "laaaaaaaa"),
    ("lab:with_bots", paused_experiment, "lannnnann"),
    ("games:restore", withdrawn_set, "laffffaff"),
    ("games:restore", set_withdrawn_by_staff, "lfffffaff"),
    ("players:token_revoke", token_of_player, "lannnnnnn"),
    ("players:calendar_renew", nothing, "laaaaaaaa"),
    ("players:calendar_revoke", nothing, "laaaaaaaa"),
    ("privacy:export_player", player, "lfffffoff"),
    ("claims:ask", guest, "laaaaaaaa"),
    ("claims:dismiss", guest, "laaaaaaaa"),
    ("claims:approve", claim_request, DIRECTOR),
    ("claims:refuse", claim_request, DIRECTOR),
    ("claims:invite", guest_entry, DIRECTOR),
    ("claims:invite_all", with_guest, DIRECTOR),
    ("claims:revoke", with_codes, DIRECTOR),
    ("claims:undo", merge, "lfffffaff"),
    ("push:allow", nothing, "laaaaaaaa"),
    ("push:remove", device_of_player, "lannnnnnn"),
    ("webhooks:edit", webhook, DIRECTOR),
    ("webhooks:ping", webhook, DIRECTOR),
    ("webhooks:redeliver", delivery, DIRECTOR),
    ("webhooks:delete", webhook, DIRECTOR),
    ("webhooks:delete", hidden_webhook, DIRECTOR_OF_HIDDEN),
    ("clubs:new", nothing, "laaaaaaaa"),
    ("clubs:rename", club, "laffffaff"),
    ("clubs:delete", club, "laffffaff"),
    ("clubs:set_member", club, "laffffaff"),
    ("clubs:remove_member", member, "laafffaff"),
    ("clubs:season_change_back", changed_season, "laffffaff"),
    ("clubs:season_delete", season_with_results, "laffffaff"),
    ("clubs:season_leave_out", season_with_results, "laffffaff"),
    ("clubs:season_final", season_with_results, "laffffaff"),
    ("clubs:lift_suspension", suspended, "laffffaff"),
    ("clubs:agree", club, "laaaaaaaa"),
    ("clubs:withdraw", club_that_may_rate_the_player, "laaaaaaaa"),
    ("staff:time_zone", nothing, "lfffffaff"),
    ("staff:test_mail", nothing, "lfffffaff"),
    ("staff:remove_demo", nothing, "lfffffaff"),
    ("staff:grant", nothing, "lfffffaff"),
    ("staff:revoke", rated_status, "lfffffaff"),
    ("tournaments:entry_accept", invited_entry, "lffffafff"),
    ("tournaments:entry_accept", hidden_invitation, "lnnnfnfff"),
    ("tournaments:entry_refuse", invited_entry, "lffffafff"),
    ("tournaments:entry_refuse", hidden_invitation, "lnnnfnfff"),
    ("tournaments:entry_agree", rated_entry, "lffafffff"),
    ("tournaments:entry_agree", draft_entry, "lnnnfnfff"),
    ("tournaments:entry_decline", rated_entry, "lffafffff"),
    ("tournaments:entry_decline", draft_entry, "lnnnfnfff"),
    ("tournaments:ratings_object", rated_tournament, "laaffffff"),
    ("tournaments:ratings_object", draft, "lnnnfnfff"),
    ("tournaments:ratings_answer", objection_to_approval, DIRECTOR),
    ("tournaments:ratings_exclude", rated_tournament, "lfffffaff"),
    ("tournaments:ratings_restore", excluded_tournament, "lfffffaff"),
    ("tournaments:redraw_lot", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:role_give", tournament, OWNER),
    ("tournaments:role_give", draft, OWNER_OF_HIDDEN),
    ("series:pause", running_series, OWNER),
    ("series:pause", hidden_series, OWNER_OF_HIDDEN),
    ("series:resume", paused_series, OWNER),
    ("series:skip", running_series, OWNER),
    ("series:skip", hidden_series, OWNER_OF_HIDDEN),
    ("series:keep", series_with_a_gap, OWNER),
    ("series:delete", running_series, OWNER),
    ("series:delete", hidden_series, OWNER_OF_HIDDEN),
    ("tournaments:role_invite", tournament, "lfffofoff"),
    ("tournaments:role_invite", draft, "lnnnonoff"),
    ("tournaments:role_invitation_revoke", role_invitation, OWNER),
    ("tournaments:role_invitation_revoke", hidden_role_invitation, OWNER_OF_HIDDEN),
    ("tournaments:role_take", role, OWNER),
    ("tournaments:role_take", hidden_role, OWNER_OF_HIDDEN),
    ("tournaments:hand_over", tournament, OWNER),
    ("tournaments:hand_over", draft, OWNER_OF_HIDDEN),
    ("tournaments:delete", draft, OWNER_OF_HIDDEN),
    ("tournaments:start", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:practice_copy", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:old_practice_copy", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:practice_play", practice_event, ONLY_ORGANISER),
    ("tournaments:old_practice_play", practice_event, ONLY_ORGANISER),
    ("tournaments:practice_delete", practice_event, ONLY_ORGANISER),
    ("tournaments:old_practice_delete", practice_event, ONLY_ORGANISER),
    ("tournaments:approve", tournament, DIRECTOR),
    ("tournaments:approve", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:withdraw_approval", tournament, "lfffofoof"),
    ("tournaments:undo_now", last_change, DIRECTOR),
    ("tournaments:undo_now", change_of_draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:finish", tournament, DIRECTOR),
    ("tournaments:reopen", tournament, DIRECTOR),
    ("tournaments:keep_ratings", cancelled_tournament, DIRECTOR),
    ("tournaments:add_names", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:add_names", tournament, DIRECTOR),
    ("tournaments:import_preview", draft, "lnnnonoof"),
    ("tournaments:import_confirm", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:import_confirm", tournament, DIRECTOR),
    ("tournaments:add_player", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:seed_by_rating", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:seed_by_draw", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:entry_edit", draft_entry, DIRECTOR_OF_HIDDEN),
    ("tournaments:entry_edit", entry, DIRECTOR),
    ("tournaments:entry_move", draft_entry, DIRECTOR_OF_HIDDEN),
    ("tournaments:check_in_open", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:check_in_close", draft_with_open_check_in, DIRECTOR_OF_HIDDEN),
    ("tournaments:check_in_all", draft, SCOREKEEPER_OF_HIDDEN),
    ("tournaments:entry_check_in", draft_entry, SCOREKEEPER_OF_HIDDEN),
    ("tournaments:entry_check_out", checked_in_entry, SCOREKEEPER_OF_HIDDEN),
    ("tournaments:entry_up", draft_entry, DIRECTOR_OF_HIDDEN),
    ("tournaments:entry_down", draft_entry, DIRECTOR_OF_HIDDEN),
    ("tournaments:entry_remove", draft_entry, DIRECTOR_OF_HIDDEN),
    ("tournaments:entry_drop", entry, OWN_ENTRY),
    ("tournaments:entry_ask_for_bye", entry, OWN_ENTRY),
    ("tournaments:entry_take_back_bye", entry_with_bye, OWN_ENTRY),
    ("tournaments:register", announced, "laaaaaaaa"),
    ("tournaments:register", draft, "lnnnonooo"),
    ("tournaments:withdraw", registered, "laaaaaaaa"),
    ("tournaments:entry_pay", owing_draft_entry, SCOREKEEPER_OF_HIDDEN),
    ("tournaments:entry_cancel_payment", paid_draft_entry, SCOREKEEPER_OF_HIDDEN),
    ("tournaments:registration_pay", owing_registration, DIRECTOR),
    ("tournaments:registration_cancel_payment", paid_registration, DIRECTOR),
    ("tournaments:registration_accept", pending_registration, DIRECTOR),
    ("tournaments:registration_decline", pending_registration, DIRECTOR),
    ("tournaments:registration_move", waiting_registration, DIRECTOR),
    ("tournaments:announcement_withdraw", said, DIRECTOR),
    ("tournaments:penalty_give", tournament, DIRECTOR),
    ("tournaments:penalty_lift", penalty, DIRECTOR),
    ("tournaments:restriction_add", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:restriction_remove", restriction, DIRECTOR_OF_HIDDEN),
    ("tournaments:entry_reinstate", entry, DIRECTOR),
    ("tournaments:stand_in_add", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:stand_in_self", draft, DIRECTOR_OF_HIDDEN),
    ("tournaments:entry_stand_in", draft_entry, DIRECTOR_OF_HIDDEN),
    ("tournaments:entry_late_points", late_entry, DIRECTOR),
    ("tournaments:round_stand_in", draft_round_to_fill, DIRECTOR_OF_DRAFT_ROUND),
    ("tournaments:stand_in_off", seat_of_stand_in, DIRECTOR_OF_DRAFT_ROUND),
    ("tournaments:pair", tournament, DIRECTOR),
    ("tournaments:lock_and_pair", tournament, DIRECTOR),
    ("tournaments:stage_finish", stage, DIRECTOR),
    ("tournaments:round_move", draft_round, DIRECTOR_OF_DRAFT_ROUND),
    ("tournaments:table_renumber", hidden_table, DIRECTOR_OF_DRAFT_ROUND),
    ("tournaments:round_reset", draft_round_with_a_swap, DIRECTOR_OF_DRAFT_ROUND),
    ("tournaments:round_repair", draft_round, DIRECTOR_OF_DRAFT_ROUND),
    ("tournaments:round_seats_change", untouched_round, DIRECTOR),
    ("tournaments:round_seats_number", untouched_round, DIRECTOR),
    ("tournaments:round_unpublish", untouched_round, DIRECTOR),
    ("tournaments:round_lock", finished_round, DIRECTOR),
    ("tournaments:round_unlock", locked_round, DIRECTOR),
    ("tournaments:job_cancel", job, DIRECTOR),
    ("tournaments:round_discard", draft_round, DIRECTOR_OF_DRAFT_ROUND),
    ("tournaments:round_publish", draft_round, DIRECTOR_OF_DRAFT_ROUND),
    ("table:report", reported, "laaffffff"),
    ("table:report", hidden_table, "lnnnfnffn"),
    ("table:report_sheet", reported, "laaffffff"),
    ("table:report_sheet", hidden_table, "lnnnfnffn"),
    ("table:slip_replace", reported, SCOREKEEPER),
    ("table:confirm", report, "lfafafaaa"),
    ("table:dispute", report, "lfaffffff"),
    ("table:rule", reported, SCOREKEEPER),
    ("table:rule_by_sheet", reported, SCOREKEEPER),
    ("table:reopen", reported, DIRECTOR),
    ("dates:fill", tournament, DIRECTOR),
    ("dates:fill", draft, DIRECTOR_OF_HIDDEN),
    ("dates:forfeit", overdue, DIRECTOR),
    ("dates:draw", overdue, DIRECTOR),
    ("dates:extend", overdue, DIRECTOR),
    ("dates:confirm", overdue_report, DIRECTOR),
    ("table:forfeit", reported, SCOREKEEPER),
    ("table:forfeit", hidden_table, "lnnnonoon"),
    ("table:free", left, SCOREKEEPER),
    ("table:call_no_show", reopened, "laaffffff"),
    ("table:extend", with_clock, SCOREKEEPER),
    ("table:projector", projector, SCOREKEEPER),
    ("table:photo_send", reported, "laafafaaa"),
    ("table:photo_remove", photo, DIRECTOR),
    ("tournaments:round_clock_change", ready_clock, SCOREKEEPER),
    ("table:upload_at_table", reported, "laafafaaa"),
    ("table:object", proven_by_the_organisers_log, "lffafffff"),
    ("table:accept", contradiction, DIRECTOR),
    ("table:assign", log_without_seats, "laffafaaa"),
    ("table:answer_duplicate", same_moves, DIRECTOR),
    ("table:reject", objection, DIRECTOR),
    ("table:share", private_log, "lannnnfnn"),
    ("table:share", shared_log, "lafffffff"),
    ("table:share", public_log, "lffffffff"),
    ("table:log_delete", private_log, "lannnnfnn"),
    ("table:log_delete", public_log, "lffffffff"),
]


def lifted(world: World) -> dict[str, Any]:
    return {f"lift-{given.pk}-reason": "forgiven" for given in world.tournament.penalties.all()}


def picture(colour: str = "red") -> bytes:
    output = BytesIO()
    Image.new("RGB", (30, 20), colour).save(output, "JPEG")
    return output.getvalue()


def removal_of(world: World) -> dict[str, str]:
    found = world.reported.photos.first()
    return {f"remove-{found.pk}-reason": "not this table"} if found else {}


def a_move(world: World) -> dict[str, Any]:
    one, other = world.draft_round.tables.order_by("number")[0].seats.all()[:2]
    return {"seat": one.pk, "to": f"seat:{other.pk}"}


def a_change_of_seats(_world: World) -> dict[str, Any]:
    one, other = Tournament.objects.latest("pk").stages.get().rounds.get().tables.get().seats.all()[:2]
    return {"player": one.entry_id, "to": f"player:{other.entry_id}"}


def a_new_number(_world: World) -> dict[str, Any]:
    table = Tournament.objects.latest("pk").stages.get().rounds.get().tables.get()
    return {"number-table": table.pk, "number-number": 9}


def answered(world: World) -> dict[str, str]:
    found = ApprovalObjection.objects.get()
    return {f"objection-{found.pk}-accepted": "accept", f"objection-{found.pk}-answer": "right"}


FORMS: dict[str, Callable[[World], dict[str, Any]]] = {
    "contact:answer": lambda _: {"text": "There is."},
    "lab:with_bots": lambda _: {"bots": "novice", "games": "9"},
    "set_language": lambda _: {"language": "en"},
    "records:by_slip": lambda w: {"record-code": seat_code(w.open.seats.all()[0], 0)},
    "games:load": lambda _: {"file": SimpleUploadedFile("new.json", component_file("new"))},
    "push:allow": lambda _: FakeBrowser("http://127.0.0.1:65534/own").subscription(),
    "webhooks:edit": lambda _: {"url": "https://example.org/", "events": ["table.result"], "active": "on"},
    "clubs:new": lambda _: {"name": "Players of Uruk"},
    "clubs:rename": lambda _: {"rename-name": "Players of Eridu"},
    "clubs:set_member": lambda w: {"member-username": w.stranger.username, "member-kind": "director"},
    "series:skip": lambda _: {"date": dates_of(Series.objects.get(), series.today(), 1)[0].isoformat()},
    "series:keep": lambda _: {"date": Series.objects.get().skipped[0]},
    "tournaments:role_invite": lambda _: {"invite-kind": "scorekeeper", "invite-people": "1"},
    "clubs:season_change_back": lambda _: {
        "last_change": AuditEntry.objects.filter(action="season.changed").latest("pk").pk
    },
    "clubs:season_leave_out": lambda w: {"tournament": w.tournament.pk, "out": "1"},
    "clubs:lift_suspension": lambda _: {
        f"lift-{pk}-reason": "We talked." for pk in Suspension.objects.values_list("pk", flat=True)
    },
    "tournaments:role_give": lambda w: {"give-username": w.stranger.username, "give-kind": "director"},
    "tournaments:hand_over": lambda w: {"heir-username": w.stranger.username},
    "tournaments:add_names": lambda _: {"names": "New One\nNew Two"},
    "tournaments:import_preview": lambda _: {"text": "New One\nNew Two"},
    "tournaments:import_confirm": lambda _: {"text": "New One\nNew Two"},
    "tournaments:entry_edit": lambda _: {"club": "Ur"},
    "tournaments:entry_move": lambda _: {"seed": 3},
    "tournaments:stand_in_add": lambda _: {"stand_in-name": "Spare"},
    "tournaments:entry_stand_in": lambda _: {"stand_in": "on"},
    "tournaments:entry_late_points": lambda _: {"points": "3"},
    "tournaments:round_stand_in": filled,
    "tournaments:entry_ask_for_bye": lambda _: {"round": 2},
    "tournaments:entry_take_back_bye": lambda _: {"round": 3},
    "tournaments:registration_move": lambda _: {"place": 1},
    "tournaments:penalty_give": lambda w: {"entry": w.entry.seed, "kind": "warning", "reason": "noise"},
    "tournaments:penalty_lift": lifted,
    "tournaments:restriction_add": lambda _: {"one": 1, "other": 3, "kind": "forbidden"},
    "tournaments:add_player": lambda w: {"player": player_of(w.stranger).pk},
    "tournaments:round_move": a_move,
    "tournaments:round_seats_change": a_change_of_seats,
    "tournaments:round_seats_number": a_new_number,
    "tournaments:round_unlock": lambda _: {"unlock-reason": "two scores were exchanged"},
    "tournaments:table_renumber": lambda _: {"number": 7},
    "staff:time_zone": lambda _: {"time_zone": "Europe/Madrid"},
    "staff:test_mail": lambda _: {"address": "somebody@nabu.example"},
    "staff:grant": lambda w: {"username": w.stranger.username, "reason": "A league."},
    "staff:revoke": lambda _: {"reason": "The league is over."},
    "tournaments:ratings_object": lambda _: {"reason": "never played"},
    "tournaments:ratings_answer": answered,
    "tournaments:ratings_exclude": lambda _: {"reason": "being looked at"},
    "tournaments:ratings_restore": lambda _: {"reason": "fine"},
    "table:report": lambda _: {"report-score_0": 90, "report-score_1": 81},
    "table:report_sheet": lambda _: fields(A_SHEET, "sheet"),
    "table:rule_by_sheet": lambda _: fields(A_SHEET, "ruling-sheet"),
    "table:rule": lambda _: {"ruling-score_0": 90, "ruling-score_1": 81, "ruling-reason": "counted again"},
    "dates:fill": lambda _: {"fill-first": f"{timezone.now() + timedelta(days=7):%Y-%m-%dT%H:%M}", "fill-days": "7"},
    "dates:forfeit": lambda _: {"absent": "0", "seen": "open"},
    "dates:draw": lambda _: {"seen": "open"},
    "dates:extend": lambda _: {"days": "3"},
    "dates:confirm": lambda w: {"report": w.report.pk},
    "table:forfeit": lambda _: {"forfeit-who": [0], "forfeit-reason": "no-show"},
    "table:extend": lambda _: {"minutes": 5},
    "table:photo_send": lambda _: {"photo-photo": SimpleUploadedFile("sheet.jpg", picture("blue"))},
    "table:photo_remove": removal_of,
    "table:reopen": lambda _: {"reopen-reason": "wrong table"},
    "table:dispute": lambda _: {"dispute-reason": "no"},
    "table:object": lambda _: {"object-reason": "that was our practice game"},
    "table:accept": lambda w: {f"accept-{w.contradiction.pk}-reason": "the log is right"},
    "table:assign": lambda w: {
        f"seats-{w.reported.submissions.latest('pk').pk}-seat_{number}": seat.entry_id
        for number, seat in enumerate(w.reported.seats.order_by("position"))
    },
    "table:answer_duplicate": lambda w: {
        f"duplicate-{w.reported.submissions.latest('pk').pk}-{field}": value
        for field, value in (("answer", "same"), ("reason", "I watched the game"))
    },
    "table:reject": lambda w: {f"reject-{w.reported.objections.get().pk}-reason": "I watched the game"},
    "table:share": lambda w: {"share": "no" if w.private_log.submissions.filter(shared=True).exists() else "yes"},
    "table:upload_at_table": lambda _: {"upload-log": SimpleUploadedFile("game.jsonl", b'{"gamelog":1}\n')},
}
"""Forms that are filled in right. All others are sent empty."""


@pytest.fixture
def cookies(world: World) -> dict[str, SimpleCookie]:
    """What the browser of each person holds after signing in."""
    return {who: cookies_of(None if who == "visitor" else getattr(world, who)) for who in PEOPLE}


def cookies_of(user: User | None) -> SimpleCookie:
    client = Client()
    if user:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies


def outcome(response: HttpResponse) -> str:
    """The letter of what happened."""
    if response.status_code in (301, 302):
        return "l" if response["Location"].startswith(reverse(settings.LOGIN_URL)) else "a"
    return {200: "o", 400: "b", 401: "u", 403: "f", 404: "n"}.get(response.status_code, str(response.status_code))


BROWSER, STRICT_BROWSER = Client(), Client(enforce_csrf_checks=True)
"""For everybody, each time with the cookies of one person: a client sets the whole site up for its first request."""


def ask(cookies: SimpleCookie, request: Callable[[Client], HttpResponse], before: int) -> tuple[str, bool]:
    """What happens when somebody with these cookies asks, and whether it left a trace beside the so many entries that
    were there; all is undone afterwards."""
    client = BROWSER
    client.cookies = deepcopy(cookies)
    with transaction.atomic():
        result = outcome(request(client))
        changed = AuditEntry.objects.count() != before
        transaction.set_rollback(True)
    return result, changed


def by_row(row: Row) -> str:
    return f"{row[0]}-{getattr(row[1], '__name__', '')}"


def answers(
    row: Row,
    world: World,
    cookies: dict[str, SimpleCookie],
    method: str,
    people: Sequence[str],
    by_link_too: bool = False,
) -> list[tuple[str, bool]]:
    """What happens to each of these people at this address, and whether it left a trace."""
    name, arguments, _expected = row
    form = FORMS.get(name, lambda _: {})
    with taken_back(world) as here:
        address = reverse(name, args=arguments(here))

        def request(client: Client) -> HttpResponse:
            answer = client.get(address) if method == "get" else client.post(address, form(here))
            check_answer(answer, signed_in=settings.SESSION_COOKIE_NAME in client.cookies)
            policy = answer.get("Content-Security-Policy", "")
            assert ("wasm-unsafe-eval" in policy) == (name == WORKER), name
            assert "'unsafe-eval'" not in policy, name
            return answer

        if by_link_too:
            check_post_with_a_token_only(name, address, cookies)
        before = AuditEntry.objects.count()
        return [ask(cookies[who], request, before) for who in people]


def check_post_with_a_token_only(name: str, address: str, cookies: dict[str, SimpleCookie]) -> None:
    """A link changes nothing, nor does a form that is not of the site. What is looked at by a link is in `PAGES`."""
    reader, sender = BROWSER, STRICT_BROWSER
    reader.cookies, sender.cookies = deepcopy(cookies["staff"]), deepcopy(cookies["organiser"])
    assert sender.post(address).status_code == 403, address
    assert any(row[0] == name for row in PAGES) or reader.get(address).status_code == 405, address


def look(world: World, cookies: dict[str, SimpleCookie], asking: Sequence[Sequence[str]]) -> None:
    """In each row these people see exactly what the matrix says, and looking changes nothing."""
    wrong = {}
    for row, people in zip(PAGES, asking, strict=True):
        if not people:
            continue
        found = answers(row, world, cookies, "get", people)
        letters, expected = "".join(letter for letter, _changed in found), expected_of(row, people)
        if letters != expected or any(changed for _letter, changed in found):
            wrong[by_row(row)] = f"{letters} instead of {expected}, changed: {[changed for _letter, changed in found]}"
    assert not wrong


def expected_of(row: Row, people: Sequence[str]) -> str:
    return "".join(row[2][PEOPLE.index(who)] for who in people)


@pytest.mark.usefixtures("plain_refusals")
def test_pages(world: World, cookies: dict[str, SimpleCookie]) -> None:
    look(world, cookies, asked([row[2] for row in PAGES], PEOPLE))


@pytest.mark.postgres
def test_every_page_can_be_asked_for_on_postgresql(world: World, cookies: dict[str, SimpleCookie]) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on this database `test_pages` shows them to everybody")
    look(world, cookies, one_who_sees())


def one_who_sees() -> list[Sequence[str]]:
    """Somebody who sees the page; in the short profile nobody a second time, of another tournament for example."""
    asking: list[Sequence[str]] = []
    seen = set()
    for name, _arguments, letters in PAGES:
        who = next((who for who in ("organiser", "staff", *PEOPLE) if letters[PEOPLE.index(who)] == "o"), "organiser")
        asking.append([who] if LONG or name not in seen else [])
        seen.add(name)
    return asking


REFUSED_NOW = {
    "account_logout",
    "players:token_revoke",  # a token is no part of a tournament
    "records:finish",
    "records:without_script",  # it changes nothing any more
    "set_language",
    "players:calendar_renew",  # like tokens, it leaves no entry in a history
    "players:calendar_revoke",
    "staff:remove_demo",  # a job does it
    "staff:test_mail",  # a mail changes nothing here
    "tournaments:approve",
    "tournaments:entry_reinstate",
    "tournaments:finish",
    "tournaments:job_cancel",  # nor is a job: calling it off leaves no entry
    "tournaments:lock_and_pair",
    "tournaments:pair",
    "tournaments:practice_play",  # it only makes a job
    "tournaments:old_practice_play",
    "tournaments:reopen",
    "tournaments:stage_finish",
}
"""What the state of this world refuses, or what leaves no entry."""

DOWNLOADS = {"privacy:export_player", "tournaments:role_invite"}
"""Answers with a file, and notes who took it along, or with a code that is shown this once."""


@pytest.mark.usefixtures("plain_refusals")
def test_changes_are_made_by_who_may_and_by_post_with_a_token(world: World, cookies: dict[str, SimpleCookie]) -> None:
    """Everybody does exactly what the matrix says, by POST and with a token of the site; whoever is turned away has
    changed nothing, and the others have: a form that the service refuses would prove nothing about permissions."""
    wrong = {}
    names = set()
    for row, some in zip(CHANGES, asked([row[2] for row in CHANGES], PEOPLE), strict=True):
        # The form of a row is made for the first who may send it.
        people = [who for who in PEOPLE if who in some or row[2].find("a") == PEOPLE.index(who)]
        found = answers(row, world, cookies, "post", people, by_link_too=row[0] not in names)
        names.add(row[0])
        letters, expected = "".join(letter for letter, _changed in found), expected_of(row, people)
        sneaked = any(changed and letter != "a" for letter, changed in found) and row[0] not in DOWNLOADS
        idle = row[0] not in REFUSED_NOW and "a" in letters and not found[letters.index("a")][1]
        if letters != expected or sneaked or idle:
            wrong[by_row(row)] = f"{letters} instead of {expected}, changed: {[changed for _letter, changed in found]}"
    assert not wrong


ABOUT_EVENTS = ("tournaments:", "table:", "home", "players:detail", "clubs:detail")


def test_every_page_of_a_cancelled_event_is_shown(world: World, cookies: dict[str, SimpleCookie]) -> None:
    """Its state is one that no page forgets, for whoever runs it and for visitors, who see the pages in turn."""
    rows = {name: (arguments, expected) for name, arguments, expected in reversed(PAGES)}
    broken = []
    for number, (name, (arguments, expected)) in enumerate(sorted(rows.items())):
        if not name.startswith(ABOUT_EVENTS):
            continue
        with taken_back(world) as here:
            address = reverse(name, args=arguments(here))
            running = Tournament.objects.filter(status=Tournament.Status.RUNNING)
            running.update(status=Tournament.Status.CANCELLED, cancelled_from=Tournament.Status.RUNNING)
            who = "visitor" if expected == PUBLIC and number % 3 == 0 else "organiser"
            BROWSER.cookies = deepcopy(cookies[who])
            answer = BROWSER.get(address)
            if answer.status_code >= 500:
                broken.append((name, who, answer.status_code))
    assert not broken


def test_an_account_that_was_closed_may_do_nothing(world: World) -> None:
    world.organiser.is_active = False
    world.organiser.save()
    client = Client()
    client.force_login(world.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("tournaments:detail", args=[world.draft.pk])).status_code == 404
    client.post(reverse("tournaments:round_publish", args=[world.draft_round.pk]))
    world.draft_round.refresh_from_db()
    assert world.draft_round.status == Round.Status.DRAFT


def names_of(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from names_of(pattern.url_patterns, inner)
        else:
            yield f"{space}{pattern.name}"


def test_every_address_is_in_the_matrix() -> None:
    """The API and Django's administration have matrices of their own."""
    listed = {row[0] for row in PAGES + CHANGES}
    known = {name for name in names_of(get_resolver().url_patterns) if not name.startswith(("api:", "admin:", "api-"))}
    assert known == listed
