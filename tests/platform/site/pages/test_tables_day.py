"""The page of a table on a busy day: no-shows, clocks, matches, photos, disputes, and what scorekeepers may do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from competition.formats import StageSpec
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.clock import services as clock
from nabu.contests.tournaments.models import Role, Round
from nabu.core.database_clock import OFFSET
from tests.cases import each
from tests.platform.scenario import Event, account, make_event, names, seats, users
from tests.platform.site.pages.conftest import World

pytestmark = pytest.mark.usefixtures("db")

SignIn = Callable[[User], Client]
HTMX = {"hx-request": "true"}


def text(response: Any) -> str:
    return str(response.content.decode())


def page_of(client: Client, table: Table) -> str:
    return text(client.get(reverse("table:page", args=[table.pk])))


def post(client: Client, name: str, *arguments: int | str, **words: Any) -> Any:
    return client.post(reverse(name, args=arguments), words, follow=True)


def scorekeeper(event: Event) -> User:
    user = account("keeper")
    Role.objects.create(tournament=event.tournament, user=user, kind="scorekeeper")
    return user


@pytest.fixture
def duels() -> Event:
    return make_event(4, table_size=2)


@pytest.fixture
def table(duels: Event) -> Table:
    return duels.pair().tables.order_by("number")[0]


def started_ago(table: Table, minutes: int, length: int = 50) -> None:
    """The clock of the table's round was started so many minutes ago."""
    begin = timezone.now() - timedelta(minutes=minutes)
    Round.objects.filter(pk=table.round_id).update(minutes=length, started_at=begin)


class TestNoShow:
    def test_a_scorekeeper_declares_it_with_one_tap_once_it_is_time(
        self, sign_in: SignIn, duels: Event, table: Table
    ) -> None:
        client = sign_in(scorekeeper(duels))
        missing = names(table)[0]
        started_ago(table, 14)
        early = page_of(client, table)
        assert "No-show from" in early
        assert f"{missing} is a no-show" not in early
        started_ago(table, 15)
        assert f"{missing} is a no-show" in page_of(client, table)
        done = text(client.post(reverse("table:forfeit", args=[table.pk]), {"forfeit-who": [0]}, follow=True))
        assert "did not play" in done
        assert "no-show" in done, "the basis of the result"
        assert Table.objects.get(pk=table.pk).basis == Table.Basis.FORFEIT

    def test_a_slow_host_goes_by_the_clock_of_the_database(
        self, sign_in: SignIn, duels: Event, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        started_ago(table, 13)
        monkeypatch.setattr(OFFSET, "behind", timedelta(minutes=2))
        assert f"{names(table)[0]} is a no-show" in page_of(sign_in(scorekeeper(duels)), table)

    def test_a_player_calls_and_the_organisers_see_it(self, sign_in: SignIn, duels: Event, table: Table) -> None:
        client = sign_in(users(table)[0])
        assert "Report missing opponent" in page_of(client, table)
        called = text(post(client, "table:call_no_show", table.pk))
        assert "The organisers have been told" in called
        assert "Report missing opponent" not in called
        page = page_of(sign_in(duels.organiser), table)
        assert "Missing player reported at" in page
        assert f"{names(table)[1]} is a no-show" in page, "the call opens the buttons"
        assert "is a no-show" not in page_of(Client(), table)

    def test_at_a_table_of_four_the_others_report_without_the_absent(self, sign_in: SignIn) -> None:
        event = make_event(4)
        table = event.pair().tables.get()
        matches.forfeit_seats(event.organiser, table, [2])
        client = sign_in(users(table)[0])
        page = page_of(client, table)
        assert 'name="report-score_1"' in page
        assert 'name="report-score_2"' not in page
        post(client, "table:report", table.pk, **{f"report-score_{at}": 90 - at for at in (0, 1, 3)})
        report = table.reports.get()
        assert (report.scores, report.absent) == ([90, 89, None, 87], [2])
        assert "did not play" in page_of(client, table)

    def test_the_ruling_form_leaves_the_absent_out(self, sign_in: SignIn) -> None:
        event = make_event(3, table_size=3)
        table = event.pair().tables.get()
        client = sign_in(event.organiser)
        words = {"ruling-score_0": 9, "ruling-score_2": 8}
        assert "required" in text(post(client, "table:rule", table.pk, **words))
        post(client, "table:rule", table.pk, **words, **{"ruling-absent_1": "on"})
        assert [(seat.score, seat.place, seat.absent) for seat in seats(table)] == [
            (9, 1, False),
            (None, 3, True),
            (8, 2, False),
        ]

    def test_a_late_double_forfeit_is_shown_first(self, sign_in: SignIn) -> None:
        event = make_event(4, stages=[StageSpec("single_elimination")])
        one, other = event.pair().tables.order_by("number")
        for table in (one, other):
            matches.rule_result(event.organiser, table, Ruling([60, 50]))
        event.pair()
        client = sign_in(event.organiser)
        words = {"forfeit-who": [0, 1], "forfeit-reason": "they agreed on the result"}
        preview = text(client.post(reverse("table:forfeit", args=[one.pk]), words))
        assert "Effects of this correction" in preview
        assert preview.count('name="forfeit-who"') >= 2
        assert Table.objects.get(pk=one.pk).basis == Table.Basis.RULING
        client.post(reverse("table:forfeit", args=[one.pk]), words | {"seen": "1"})
        assert Table.objects.get(pk=one.pk).basis == Table.Basis.FORFEIT
        final = Table.objects.get(round__number=2)
        assert names(final) == [names(other)[0]]


class TestScorekeeper:
    def test_enters_a_first_result_and_goes_on_with_the_next_table(
        self, sign_in: SignIn, duels: Event, table: Table
    ) -> None:
        client = sign_in(scorekeeper(duels))
        page = page_of(client, table)
        assert 'inputmode="numeric"' in page
        words = {"ruling-score_0": 60, "ruling-score_1": 50}
        done = client.post(reverse("table:rule", args=[table.pk]), words)
        waiting = Table.objects.get(round=table.round_id, status="open")
        assert done["Location"] == reverse("table:page", args=[waiting.pk])

    def test_does_not_overrule(self, sign_in: SignIn, duels: Event, table: Table) -> None:
        matches.rule_result(duels.organiser, table, Ruling([60, 50]))
        keeper = scorekeeper(duels)
        page = page_of(sign_in(keeper), table)
        for words in ("Correct result", "Withdraw result", "Declare absent"):
            assert words not in page
            assert words in page_of(sign_in(duels.organiser), table)
        client = sign_in(keeper)
        words = {"ruling-score_0": 50, "ruling-score_1": 60, "ruling-reason": "mixed up"}
        for name, form in (
            ("table:rule", words),
            ("table:reopen", {"reopen-reason": "x"}),
            ("table:forfeit", {"forfeit-who": [0], "forfeit-reason": "x"}),
        ):
            assert client.post(reverse(name, args=[table.pk]), form).status_code == 403


class TestDispute:
    def test_a_version_fills_the_form_and_the_reason_is_needed(self, sign_in: SignIn, world: World) -> None:
        matches.report_result(world.opponent, world.reported, [90, 95])
        client = sign_in(world.organiser)
        page = page_of(client, world.reported)
        assert page.count("Use this version") == 2
        address = reverse("table:page", args=[world.reported.pk])
        chosen = text(client.get(f"{address}?for=report-{world.report.pk}"))
        assert 'value="80"' in chosen
        assert 'value="95"' not in chosen
        assert "Settle dispute with this version" in chosen
        words = {"ruling-score_0": 90, "ruling-score_1": 80}
        assert "required" in text(client.post(reverse("table:rule", args=[world.reported.pk]), words))

    def test_who_keeps_score_looks_on(self, sign_in: SignIn, world: World) -> None:
        page = page_of(sign_in(scorekeeper(world.event)), world.disputed)
        assert "A director reviews the versions and decides" in page
        assert "Use this" not in page

    @each("version", ["report-0", "log-1", "nonsense", "report-"])
    def test_an_unknown_version_fills_nothing_in(self, sign_in: SignIn, world: World, version: str) -> None:
        address = reverse("table:page", args=[world.disputed.pk])
        assert sign_in(world.organiser).get(f"{address}?for={version}").status_code == 200


class TestMatch:
    def test_every_game_leads_to_the_others(self, sign_in: SignIn) -> None:
        event = make_event(2, stages=[StageSpec("single_elimination", {"best_of": 3})])
        first = event.pair().tables.get()
        winner = names(first)[0]
        client = sign_in(event.organiser)
        assert "Game 1, best of 3" in page_of(client, first)
        matches.rule_result(event.organiser, first, Ruling([60, 50]))
        second = Table.objects.get(round=first.round_id, game_number=2)
        page = page_of(client, second)
        assert "Game 2, best of 3" in page
        assert "<strong>1</strong> game won" in page
        assert reverse("table:page", args=[first.pk]) in page
        matches.rule_result(event.organiser, second, Ruling([50, 60]))
        assert f"Match decided: {winner} wins." in page_of(client, first)

    def test_a_later_game_that_was_played_is_named(self, sign_in: SignIn) -> None:
        event = make_event(2, stages=[StageSpec("single_elimination", {"best_of": 3})])
        first = event.pair().tables.get()
        matches.rule_result(event.organiser, first, Ruling([60, 50]))
        matches.rule_result(event.organiser, Table.objects.get(game_number=2), Ruling([60, 50]))
        page = text(post(sign_in(event.organiser), "table:reopen", first.pk, **{"reopen-reason": "wrong"}))
        assert "Game 2 of this match already has a result" in page


def jpeg(size: tuple[int, int] = (40, 30)) -> bytes:
    output = BytesIO()
    Image.new("RGB", size, "red").save(output, "JPEG")
    return output.getvalue()


class TestPhotos:
    def send(self, client: Client, table: Table, data: bytes) -> Any:
        return post(client, "table:photo_send", table.pk, **{"photo-photo": SimpleUploadedFile("s.jpg", data)})

    def test_players_and_organisers_see_it_and_nobody_else(self, sign_in: SignIn, duels: Event, table: Table) -> None:
        page = text(self.send(sign_in(users(table)[0]), table, jpeg()))
        address = reverse("table:photo", args=[table.pk, table.photos.get().pk])
        assert "Photo uploaded." in page
        assert f'src="{address}"' in page
        assert 'alt="Round 1, score sheet of table' in page
        assert 'capture="environment"' in page
        for user in (users(table)[1], duels.organiser):
            response = sign_in(user).get(address)
            assert response.headers["Content-Type"] == "image/jpeg"
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert "private" in response.headers["Cache-Control"]
            assert Image.open(BytesIO(response.content)).size == (40, 30)
        assert sign_in(account("stranger")).get(address).status_code == 404
        assert address not in page_of(Client(), table)

    @pytest.mark.parametrize("data", [b"", b"{}", b"GIF89a"])
    def test_what_is_no_picture_is_refused_at_its_field(self, sign_in: SignIn, table: Table, data: bytes) -> None:
        page = text(self.send(sign_in(users(table)[0]), table, data))
        assert "is-invalid" in page
        assert not table.photos.exists()

    def test_a_photo_belongs_to_its_table(self, sign_in: SignIn, duels: Event, table: Table) -> None:
        client = sign_in(duels.organiser)
        self.send(client, table, jpeg())
        other = table.round.tables.exclude(pk=table.pk).get()
        photo = table.photos.get().pk
        assert client.get(reverse("table:photo", args=[other.pk, photo])).status_code == 404
        assert post(client, "table:photo_remove", other.pk, photo).status_code == 404

    def test_a_director_takes_it_away(self, sign_in: SignIn, duels: Event, table: Table) -> None:
        client = sign_in(duels.organiser)
        self.send(client, table, jpeg())
        photo = table.photos.get().pk
        assert "required" in text(post(client, "table:photo_remove", table.pk, photo))
        page = text(post(client, "table:photo_remove", table.pk, photo, **{f"remove-{photo}-reason": "a child"}))
        assert "Photo removed." in page
        assert not table.photos.exists()


class TestClock:
    def test_the_page_for_the_screen_shows_the_clock_and_the_tables(self, duels: Event, table: Table) -> None:
        started_ago(table, 10)
        page = text(Client().get(reverse("tournaments:round_clock", args=[table.round_id])))
        assert 'role="timer"' in page
        assert 'aria-live="off"' in page
        assert "data-clock-ends=" in page
        assert "until " in page, "it says when it ends without a script"
        for player in duels.players:
            assert player.player.name in page
        assert "Start clock" not in page

    def test_a_scorekeeper_starts_pauses_and_sets_it_back(self, sign_in: SignIn, duels: Event, table: Table) -> None:
        client = sign_in(scorekeeper(duels))
        pk = table.round_id
        assert "Set the round length first" in text(
            post(client, "tournaments:round_clock_change", pk, "start", back="clock")
        )
        assert "Start clock" in text(
            post(client, "tournaments:round_clock_change", pk, "minutes", minutes=50, back="clock")
        )
        for do, words in (("start", "Pause"), ("pause", "Clock paused"), ("resume", "Pause")):
            assert words in text(post(client, "tournaments:round_clock_change", pk, do, back="clock"))
        assert "Clock not started" in text(post(client, "tournaments:round_clock_change", pk, "stop", back="clock"))
        assert post(client, "tournaments:round_clock_change", pk, "nonsense").status_code == 404
        assert "whole number" in text(
            post(client, "tournaments:round_clock_change", pk, "minutes", minutes="many", back="clock")
        )

    def test_the_table_shows_its_own_clock(self, duels: Event, table: Table) -> None:
        clock.set_minutes(duels.organiser, table.round, 50)
        clock.extend_table(duels.organiser, table, 3)
        page = page_of(Client(), table)
        assert "53:00" in page
        assert "3 minutes more for this table" in page

    def test_a_page_knows_no_time_and_asks_for_it(self, duels: Event, table: Table) -> None:
        started_ago(table, 10)
        page = text(Client().get(reverse("tournaments:round_clock", args=[table.round_id])))
        assert f'data-clock-ask="{reverse("tournaments:server_time")}"' in page
        told = Client().get(reverse("tournaments:server_time")).json()["now"] / 1000
        assert told == pytest.approx(timezone.now().timestamp(), abs=30)

    def test_more_time_for_a_table(self, sign_in: SignIn, duels: Event, table: Table) -> None:
        client = sign_in(duels.organiser)
        started_ago(table, 10)
        page = text(post(client, "table:extend", table.pk, minutes=5, reason="spilt coffee"))
        assert "5 minutes more for this table" in page
        assert "spilt coffee" in page, "it stands in the history"
        assert "whole number" in text(post(client, "table:extend", table.pk, minutes="x"))


def test_a_saved_result_leads_to_the_next_table_without_one_and_after_the_last_to_the_round(
    sign_in: SignIn,
) -> None:
    event = make_event(6, table_size=2)
    round_ = event.pair()
    first, second, third = round_.tables.order_by("number")
    client = sign_in(event.organiser)

    def save(table: Table) -> str:
        scores = {"ruling-score_0": 90, "ruling-score_1": 80}
        return str(client.post(reverse("table:rule", args=[table.pk]), scores)["Location"])

    assert save(second) == reverse("table:page", args=[third.pk])
    assert save(third) == reverse("table:page", args=[first.pk]), "those before come after the last"
    assert save(first) == reverse("tournaments:round", args=[round_.pk])
    assert "Lock round and pair round 2" in text(client.get(reverse("tournaments:round", args=[round_.pk])))
    client.post(reverse("tournaments:lock_and_pair", args=[event.tournament.pk]))
    round_.refresh_from_db()
    assert round_.locked_at
    assert round_.stage.rounds.get(number=2).status == Round.Status.DRAFT
