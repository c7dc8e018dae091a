"""A tournament day on which anything happens, and pages that are asked for meanwhile by different people."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.accounts.players.services import update_account
from nabu.board.records.models import JournalEntry
from nabu.board.records.playing import recording_of
from nabu.board.records.services import abandon_record, issue_at_table
from nabu.board.records.spec import Device, SentEntry, SentJournal
from nabu.board.records.writing import write
from nabu.contests.clubs.rated_status import may_run_rated
from nabu.contests.matches.models import Objection, ResultReport, Table
from nabu.contests.results import services as results
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.clock import services as clock
from nabu.contests.tournaments.clock.projector import feature_table, unfeature_table
from nabu.contests.tournaments.consent import give_consent, withdraw_consent
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.rounds.services import lock_round, unlock_round
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.contests.tournaments.test_history import step
from tests.platform.scenario import Event, game_log, log_of, make_rated, seats, users

LANGUAGES = ("en", "de")
TOKEN = re.compile(r'(csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]{64}')
HTMX = {"HX-Request": "true"}

Address = tuple[str, dict[str, str]]
"""A path, and the headers with which a fragment of the page is asked for."""


def plain(response: Any) -> tuple[int, str]:
    """Status and text of an answer; the tokens of forms, which differ every time, are left out."""
    text = TOKEN.sub(r"\1", response.content.decode())
    # The versions that a page knows, and whose part it asks for again.
    # When a followed game is to be asked for again. The picture of a link: pages for one person name that of the site.
    own = r'data-live="[^"]+"|"Nabu-Live": "\w+"|"next_at": \w+|"og:image[^>]+>'
    return response.status_code, re.sub(own, "", text)


@dataclass
class Audience:
    """Who looks: by name, None for a visitor."""

    people: dict[str, User | None]
    clients: dict[tuple[str, str], Client] = field(default_factory=dict)

    def client(self, who: str, language: str) -> Client:
        """The browser of somebody, in a language."""
        if (who, language) not in self.clients:
            client = Client(headers={"accept-language": language})
            user = self.people[who]
            if user is not None:
                client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            self.clients[who, language] = client
        return self.clients[who, language]

    def check(self, who: str, language: str, address: Address) -> str:
        """The page is the one that is made anew for this person alone."""
        client, (path, headers) = self.client(who, language), address
        status, shown = plain(client.get(path, headers=headers))
        with override_settings(NABU_SHARED_PAGES=False):
            fresh_status, fresh = plain(client.get(path, headers=headers))
        assert (status, shown) == (fresh_status, fresh), (who, language, path, headers)
        return shown


def audience(event: Event) -> Audience:
    """A visitor, two players and the organiser."""
    people = {"visitor": None, "first": event.players[0], "last": event.players[-1], "organiser": event.organiser}
    return Audience(people)


def pages_of(tournament: Tournament) -> list[Address]:
    """The shared pages of a tournament as it is now."""
    found: list[Address] = []

    def add(name: str, *arguments: int, query: str = "", target: str = "") -> None:
        headers = {**HTMX, "HX-Target": target} if target else {}
        found.append((reverse(name, args=arguments) + query, headers))

    add("tournaments:detail", tournament.pk)
    add("tournaments:detail", tournament.pk, target="own")
    add("tournaments:standings", tournament.pk)
    add("tournaments:standings", tournament.pk, query="?after-1=1")
    add("tournaments:standings_embed", tournament.pk)
    add("tournaments:projector", tournament.pk)
    add("tournaments:projector", tournament.pk, query="?names=1&seconds=20&size=large")
    add("tournaments:follow", tournament.pk)
    add("tournaments:follow", tournament.pk, target="follow")
    first = tournament.entries.order_by("pk")[0]
    add("tournaments:follow_player", tournament.pk, first.player_id)
    add("tournaments:follow_player", tournament.pk, first.player_id, target="follow")
    add("tournaments:bracket", tournament.pk)
    add("tournaments:bracket", tournament.pk, query="?view=list")
    for round_ in Round.objects.filter(stage__tournament=tournament):
        add("tournaments:round", round_.pk)
        add("tournaments:round", round_.pk, query="?show=open")
        add("tournaments:round", round_.pk, query="?q=a")
        add("tournaments:round", round_.pk, target="tables")
        add("tournaments:round", round_.pk, target="own")
        add("tournaments:round_clock", round_.pk)
    for stage in tournament.stages.exclude(status="pending"):
        add("tournaments:cross_table", stage.pk)
    for table in Table.objects.filter(round__stage__tournament=tournament):
        add("table:page", table.pk)
        add("table:watch", table.pk)
        add("table:watch_now", table.pk)
    add("tournaments:entries", tournament.pk)
    add("tournaments:entries", tournament.pk, query="?q=a", target="entries")
    add("players:list")
    add("players:list", query="?q=a")
    add("home")
    return found


def report(event: Event, rng: Random) -> None:
    """A player reports, another one agrees or does not."""
    tables = Table.objects.filter(round__stage__tournament=event.tournament, is_bye=False, round__status="published")
    table = rng.choice(list(tables))
    there = users(table)
    waiting = ResultReport.objects.filter(table=table, status=ResultReport.Status.OPEN).first()
    if waiting is None:
        results.report_result(there[0], table, rng.sample(range(20, 90), len(seats(table))))
    elif rng.random() < 0.7:
        results.confirm_report(there[1], waiting)
    else:
        results.dispute_report(there[1], waiting, "not so")


def send_log(event: Event, rng: Random) -> None:
    """A log of one of the tables is sent, and sometimes verified at once."""
    tables = Table.objects.filter(round__stage__tournament=event.tournament, is_bye=False, round__status="published")
    table = rng.choice(list(tables))
    sent = submit_log(users(table)[0], log_of(table, seed=rng.randrange(3)), table)
    if rng.random() < 0.7:
        verify_log(sent.log.verifications.get().pk)


def object_to(event: Event, rng: Random) -> None:
    """A player says that a confirmed result is wrong."""
    tables = Table.objects.filter(round__stage__tournament=event.tournament, is_bye=False, status="confirmed")
    table = rng.choice(list(tables))
    results.object_to_result(users(table)[-1], table, "not our game")


def answer(event: Event, rng: Random) -> None:
    """A director lets a result stand to which somebody objects."""
    objection = rng.choice(list(Objection.objects.filter(table__round__stage__tournament=event.tournament, answer="")))
    results.reject_objection(event.organiser, objection, "I watched the game")


def assign(event: Event, rng: Random) -> None:
    """A log with other names is sent, and its sender says who has which seat."""
    tables = Table.objects.filter(round__stage__tournament=event.tournament, is_bye=False, round__status="published")
    table = rng.choice(list(tables))
    there = seats(table)
    sent = submit_log(users(table)[0], game_log(len(there), seed=7 + rng.randrange(3)), table)
    verify_log(sent.log.verifications.get().pk)
    sent.refresh_from_db()
    results.assign_seats(users(table)[0], sent, [seat.entry_id for seat in there])


def rename(event: Event, rng: Random) -> None:
    """Somebody has another name from now on."""
    user = User.objects.get(pk=rng.choice(event.players).pk)
    update_account(user, name=f"Name {rng.randrange(10**6)}", language="")


def change_clock(event: Event, rng: Random) -> None:
    """The clock of the last round."""
    round_ = Round.objects.filter(stage__tournament=event.tournament, status="published").latest("pk")
    what: Callable[..., object] = rng.choice([clock.start_clock, clock.pause_clock, clock.resume_clock])
    if not round_.minutes:
        clock.set_minutes(event.organiser, round_, 60)
    what(event.organiser, round_)


def change_round(event: Event, rng: Random) -> None:
    """A round is locked or opened."""
    round_ = rng.choice(list(Round.objects.filter(stage__tournament=event.tournament)))
    if round_.locked_at:
        unlock_round(event.organiser, round_, "once more")
    else:
        lock_round(event.organiser, round_)


def punish(event: Event, rng: Random) -> None:
    """Somebody loses a point."""
    entry = rng.choice(list(Entry.objects.filter(tournament=event.tournament)))
    stage = event.tournament.stages.filter(status="running").first()
    give_penalty(event.organiser, entry, PenaltySpec("points", "late", stage=stage, points=Decimal(1)))


def enter_late(event: Event, rng: Random) -> None:
    """Somebody comes later."""
    add_entries_by_name(event.organiser, event.tournament, [f"Late {rng.randrange(10**6)}"])


def record(event: Event, rng: Random) -> None:
    """A player records a move, or stops recording."""
    tables = Table.objects.filter(round__stage__tournament=event.tournament, is_bye=False, round__status="published")
    table = rng.choice(list(tables))
    player = users(table)[0]
    going_on = issue_at_table(player, table)
    if rng.random() < 0.1:
        abandon_record(player, going_on)
        return
    recording = recording_of(going_on)
    state, device = recording.game.state, Device("a-phone")
    line = (next(iter(state.legal_actions()), None) or state.draw(rng)).to_json()
    number = JournalEntry.objects.filter(record=going_on, device=device.key).count()
    entry = SentEntry(number, recording.count, "append", None, (line,), None)
    write(player, going_on, SentJournal(device, going_on.epoch, (entry,)))


def feature(event: Event, rng: Random) -> None:
    """A table comes to the projector, or goes."""
    tables = Table.objects.filter(round__stage__tournament=event.tournament, is_bye=False)
    rng.choice([feature_table, unfeature_table])(event.organiser, rng.choice(list(tables)))


def edit(event: Event, rng: Random) -> None:
    """The tournament is called something else, or its games are followed in another way."""
    following = {"watchable": rng.random() < 0.8, "watch_delay": rng.choice([0, 0, 5])}
    update_tournament(event.organiser, event.refresh(), name=f"Spring {rng.randrange(10**6)}", **following)


def talk_about_ratings(event: Event, rng: Random) -> None:
    """The tournament is rated or not, and somebody agrees to that or does not."""
    if not may_run_rated(event.organiser, None):
        make_rated(event.organiser)
    user = rng.choice(event.players)
    entry = Entry.objects.get(tournament=event.tournament, player__user=user)
    choice = rng.random()
    if choice < 0.3:
        update_tournament(event.organiser, event.refresh(), rated=rng.random() < 0.8)
    elif choice < 0.8:
        give_consent(user, entry, Entry.Consent.INVITATION)
    else:
        withdraw_consent(user, entry)


MORE = (
    *(report, report, report, send_log, object_to, answer, assign, rename, change_clock, change_round, punish),
    *(enter_late, edit, talk_about_ratings, record, record, feature),
)


def happen(event: Event, rng: Random) -> None:
    """One thing happens; what is refused happens not."""
    try:
        if rng.random() < 0.5:
            step(event, rng)
        else:
            rng.choice(MORE)(event, rng)
    except (Refused, NotAllowed, IndexError, Round.DoesNotExist):
        return
