"""Games count in the statistics from the level of proof that their tournament asks for, or the reader."""

from __future__ import annotations

from itertools import product

from django.test import Client

from engine.registry import GAMES
from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import Proof, at_least, is_proven, proof_of
from nabu.contests.tournaments.models import NEEDED, Tournament
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.refresh import refresh
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.models import GameFacts
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event
from tests.platform.statistics.dashboards.proven import counted, proven_event

BABYLONIA = GAMES["babylonia"]
PAGE = "/dashboards/babylonia/"


def four_games() -> Event:
    """Four games: one that only a log says, three that people agreed on and a log gives."""
    event = proven_event()
    first, *others = Table.objects.order_by("pk")
    Table.objects.filter(pk=first.pk).update(basis=Table.Basis.LOG)
    Table.objects.filter(pk__in=[table.pk for table in others]).update(basis=Table.Basis.REPORT)
    Tournament.objects.update(statistics_need="replayed")
    counted()
    return event


db, kept_world, changes_are_taken_back, event = kept_for_file(four_games, "event")


def games(**chosen: str) -> int:
    return Statistics(GameFilter(BABYLONIA, **chosen)).count  # type: ignore[arg-type]


def test_the_database_knows_the_level_that_a_table_says() -> None:
    event = proven_event(players=4, rounds=1)
    table = event.tournament.stages.get().rounds.get().tables.get()
    log = table.log_id
    recorded = (None, {"moves": 9, "late": 0}, {"moves": 9, "shortfall": "pace"})
    states = [
        *product(Table.Status.values, Table.Basis.values, (None,), (None,)),
        *product(["confirmed"], ["report", "ruling", "log"], (log,), recorded),
    ]
    for status, basis, with_log, facts in states:
        Table.objects.filter(pk=table.pk).update(status=status, basis=basis, log=with_log, recorded=facts)
        proof = proof_of(Table.objects.get(pk=table.pk))
        for level, _label in NEEDED:
            found = Table.objects.filter(is_proven(level), pk=table.pk).exists()
            assert found == (proof in at_least(level)), (status, basis, with_log, facts, level)


def test_a_game_counts_from_the_level_of_its_tournament_on(event: Event) -> None:
    assert (games(), games(proof="replayed"), games(proof="reported")) == (3, 3, 4)
    assert games(proof="recorded") == 0
    Tournament.objects.update(statistics_need="reported")
    counted()
    assert (games(), games(proof="replayed")) == (4, 3)


def test_the_store_follows_the_level(event: Event) -> None:
    table = Table.objects.order_by("pk").first()
    assert table is not None
    Table.objects.filter(pk=table.pk).update(basis=Table.Basis.REPORT)
    assert refresh(BABYLONIA, event.tournament) == (1, 0), "agreed later: put in anew, and no other game"
    assert (games(), games(proof="reported")) == (4, 4)
    assert refresh(BABYLONIA, event.tournament) == (0, 0)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.DISPUTED, basis="", log=None)
    assert refresh(BABYLONIA, event.tournament) == (0, 1), "withdrawn"
    assert (games(), games(proof="reported")) == (3, 3)


def test_sums_and_games_agree_for_every_level(event: Event) -> None:
    """What the store sums up is what the games of a tournament are summed up to."""
    for proof in (None, *Proof.values[1:]):
        chosen = GameFilter(BABYLONIA, proof=proof)
        of_tournament = chosen.only(tournament=event.tournament)
        kept, anew = Statistics(chosen), Statistics(of_tournament)
        assert kept.count == anew.count
        for name, table in kept.sums.tables.items():
            other = anew.sums.tables[name]
            assert table.astype(str).values.tolist() == other.astype(str).values.tolist(), (proof, name)


def test_the_filter_stands_in_the_address(event: Event) -> None:
    client = Client()
    page = client.get(PAGE)
    assert page.context["games_found"] == 3
    content = page.content.decode()
    assert "As each tournament requires" in content
    assert "at least reported" in content
    page = client.get(PAGE, {"proof": "reported"})
    assert page.context["games_found"] == 4
    assert "level of proof: at least reported" in page.content.decode()
    assert client.get(PAGE, {"proof": "sworn"}).status_code == 400
    rows = client.get("/api/v1/dashboards/babylonia/games/", {"proof": "reported"}).json()
    assert (rows["games"], len({row["table_id"] for row in rows["rows"]})) == (4, 4)
    assert client.get("/api/v1/dashboards/babylonia/games/", {"proof": ""}).json()["games"] == 3
    player = event.players[0].player.pk
    answer = client.get(f"/api/v1/players/{player}/statistics/babylonia/", {"proof": "recorded"})
    assert answer.status_code == 200


def test_a_level_that_makes_no_difference_is_not_asked_for(event: Event) -> None:
    Table.objects.update(basis=Table.Basis.RULING)
    counted()
    assert "As each tournament requires" not in Client().get(PAGE).content.decode()


def test_games_that_wait_are_those_of_the_level(event: Event) -> None:
    GameFacts.objects.update(facts_version=0)
    counted()
    assert Statistics(GameFilter(BABYLONIA)).waiting == 3
    assert Statistics(GameFilter(BABYLONIA, proof="reported")).waiting == 4


def test_a_report_that_nobody_confirmed_has_no_scores_to_count(event: Event) -> None:
    Tournament.objects.update(statistics_need="reported")
    Table.objects.update(status=Table.Status.REPORTED)
    counted()
    assert games(proof="reported") == 0
