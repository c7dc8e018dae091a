"""A small world that the API tests act in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import pytest
from django.core.cache import caches
from PIL import Image
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from competition import formats
from engine.log.replay import replay
from nabu.accounts.players.models import Player, User
from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.tokens import create_token
from nabu.contests.matches.models import LogSubmission, ResultReport, Seat, Table, Verification
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.verdicts import apply_verification
from nabu.contests.tournaments.models import Role, Round, Stage, Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament
from nabu.contests.tournaments.stages import finish_tournament
from tests.platform.scenario import account, enter_account

LOG = Path(__file__).parents[3] / "engine/examples/babylonia/p2-base-007.jsonl"
PLAYERS = ("ana", "bo", "cem", "dia")


@pytest.fixture(autouse=True)
def no_throttle(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tests ask more often than people do; the rates have a test of their own."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": None, "user": None})
    yield
    caches["throttle"].clear()


def swiss(rounds: int = 2, **config: object) -> formats.StageSpec:
    return formats.StageSpec("swiss", {"table_size": 2, "rounds": rounds, **config})


def picture(kind: str = "PNG") -> bytes:
    output = BytesIO()
    Image.new("RGB", (30, 20), "red").save(output, kind)
    return output.getvalue()


@dataclass
class World:
    """Accounts by user name, a running tournament with a published round, and a draft with entries.

    In the tournaments of the organiser a director and a scorekeeper help.
    """

    users: dict[str, User] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (*PLAYERS, "organiser", "other organiser", "staff", "director", "scorekeeper"):
            username = name.replace(" ", "_")
            self.users[name] = account(username, name.title())
        staff = self.users["staff"]
        staff.is_staff = True
        staff.save()
        self.organiser = self.users["organiser"]
        self.draft = self.new_tournament("Draft")
        self.running = self.new_tournament("Running")
        start_tournament(self.organiser, self.running)
        self.round = pair_round(self.organiser, self.running)
        publish_round(self.organiser, self.round)
        self.table = Table.objects.get(round=self.round, seats__entry__player=self.player("ana"))
        seated = {seat.entry.player.user.username for seat in self.seats}
        self.opponent = next(self.users[name] for name in PLAYERS[1:] if name in seated)
        self.elsewhere = next(self.users[name] for name in PLAYERS if name not in seated)
        create_tournament(
            self.users["other organiser"],
            TournamentSpec(
                name="Elsewhere",
                game="babylonia",
                ruleset="base",
                components="babylonia-2019",
                stages=[swiss()],
            ),
        )

    def player(self, name: str) -> Player:
        return Player.objects.get(user=self.users[name])

    @property
    def seats(self) -> list[Seat]:
        return list(self.table.seats.select_related("entry__player__user"))

    @property
    def stage(self) -> Stage:
        return self.running.stages.get()

    def new_tournament(self, name: str, *stages: formats.StageSpec) -> Tournament:
        made = create_tournament(
            self.organiser,
            TournamentSpec(
                name=name,
                game="babylonia",
                ruleset="base",
                components="babylonia-2019",
                stages=stages or [swiss()],
            ),
        )
        for player in PLAYERS:
            enter_account(self.organiser, made, self.users[player])
        for kind in Role.Kind.values:  # there from the beginning: no entry of the audit trail is about them
            Role.objects.create(tournament=made, user=self.users[kind], kind=kind)
        return made

    def report(self, scores: tuple[int, int] = (50, 40)) -> ResultReport:
        """The opponent of ana reports."""
        return matches.report_result(self.opponent, self.table, list(scores))

    def confirm_everything(self) -> None:
        for table in Table.objects.filter(round=self.round):
            matches.rule_result(self.organiser, table, Ruling([50, 40]))

    def next_draft_round(self) -> Round:
        self.confirm_everything()
        return pair_round(self.organiser, self.running)

    def finish(self) -> None:
        self.confirm_everything()
        finish_tournament(self.organiser, self.running)

    def submit(self, at_table: bool = True, by: User | None = None) -> LogSubmission:
        return matches.submit_log(by or self.users["ana"], LOG.read_bytes(), self.table if at_table else None)

    def verify(self, submission: LogSubmission) -> None:
        """What the worker does, without a worker."""
        report = replay(bytes(submission.log.content))
        verification = Verification.objects.get(log=submission.log)
        verification.status, verification.verdict = Verification.Status.DONE, report.verdict
        verification.report = report.to_json()
        verification.save()
        apply_verification(verification)
        submission.refresh_from_db()

    def prove(self, submission: LogSubmission) -> None:
        """The same, and the sender assigns its seats in the order of the table: the log has other names."""
        self.verify(submission)
        matches.assign_seats(submission.submitted_by, submission, [seat.entry_id for seat in self.seats])


@pytest.fixture
def world(db: None) -> World:
    return World()


@pytest.fixture
def client_of(world: World) -> Callable[[str], APIClient]:
    """Return `client_of(name)`: a client with the token of that account; "visitor" has none."""

    def make(name: str) -> APIClient:
        client = APIClient()
        if name != "visitor":
            _token, key = create_token(world.users[name], "test", list(Scope.values))
            client.credentials(HTTP_AUTHORIZATION=f"Token {key}")
        return client

    return make
