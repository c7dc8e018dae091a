"""The prizes of a tournament with its ranking: what the database adds to the pure allotment."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils import timezone

from competition.formats import StageSpec
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.ratings.models import RatedGame, RatingEntry
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.prizes.queries import prize_list
from nabu.contests.tournaments.prizes.services import PrizeSpec, set_prizes
from nabu.contests.tournaments.queries import standings, standings_in_cents
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.contests.tournaments.stages import finish_tournament
from nabu.core.errors import Refused
from tests.platform.scenario import Event, make_event

pytestmark = pytest.mark.django_db


def winners(event: Event) -> list[list[tuple[tuple[str, ...], Decimal | None]]]:
    return [
        [(tuple(each.name for each in allotment.competitors), allotment.amount) for allotment in line.allotments]
        for line in prize_list(Tournament.objects.get(pk=event.tournament.pk))
    ]


def two_winners(share: bool) -> Event:
    """Two duels: two winners with 6 points each, told apart by the lot only."""
    spec = StageSpec("swiss", {"table_size": 2, "rounds": 1, "tie_breaks": ["lot"]})
    event = make_event(4, stages=[spec], start=False)
    update_tournament(event.organiser, event.tournament, share_prizes=share)
    set_prizes(
        event.organiser,
        event.tournament,
        [PrizeSpec("First", amount=Decimal(100)), PrizeSpec("Second", 2, 2, Decimal(50))],
    )
    start_tournament(event.organiser, event.tournament)
    for table in event.pair().tables.all():
        matches.rule_result(event.organiser, table, Ruling([9, 5]))
    return event


def test_equal_points_share_unless_the_tournament_says_otherwise() -> None:
    """100 and 50 for two with equal points: each prize is shared, 50 and 25 for each; else by the tie-break."""
    (first,), (second,) = winners(two_winners(share=True))
    assert (first[1], second[1]) == (Decimal(50), Decimal(25))
    assert set(first[0]) == set(second[0])
    assert len(first[0]) == 2


def three_level(event: Event) -> None:
    """Three share every table of three: all of them are level."""
    while event.tournament.stages.get().rounds.count() < 3:
        for table in event.pair().tables.all():
            matches.rule_result(event.organiser, table, Ruling([9, 9, 9], [1, 1, 1]))


def test_what_is_shared_is_put_together_first_and_finished_tournaments_keep_what_was_allotted() -> None:
    """Three prizes of 50 for three: 50 each. A tournament that had ended before keeps its 49.98."""
    spec = StageSpec("swiss", {"table_size": 3, "rounds": 3, "points": {"3": [3, 1, 0]}, "tie_breaks": []})
    event = make_event(3, stages=[spec])
    set_prizes(event.organiser, event.tournament, [PrizeSpec("A place", 1, 3, Decimal(50))])
    three_level(event)
    pooled = [Decimal("50.00")]
    assert [amount for _names, amount in winners(event)[0]] == pooled
    finish_tournament(event.organiser, event.tournament)
    assert [amount for _names, amount in winners(event)[0]] == pooled
    Tournament.objects.filter(pk=event.tournament.pk).update(prizes_pooled=False)
    assert [amount for _names, amount in winners(event)[0]] == [Decimal("16.66")] * 3
    assert {row.points for row in standings(event.tournament)} == {4}
    assert {row.points for row in standings_in_cents(event.tournament)} == {Fraction("3.99")}


def test_tie_breaks_decide_about_prizes_as_well() -> None:
    (first,), (second,) = winners(two_winners(share=False))
    assert (first[1], second[1]) == (Decimal(100), Decimal(50))
    assert first[0] != second[0]


def test_a_ladder_is_no_matter_of_points() -> None:
    """On a ladder everybody has the same points; the rungs are the places, and nobody shares."""
    event = make_event(4, stages=[StageSpec("ladder", {"rounds": 2})])
    set_prizes(event.organiser, event.tournament, [PrizeSpec("Top", amount=Decimal(10))])
    for table in event.pair().tables.filter(is_bye=False):
        matches.rule_result(event.organiser, table, Ruling([9, 5]))
    ((names, amount),) = winners(event)[0]
    assert (len(names), amount) == (1, Decimal(10))


def test_nobody_becomes_rated_by_the_tournament_itself() -> None:
    """A prize for the unrated goes by what people came with, also once the ratings of the tournament count."""
    old = make_event(2, table_size=2, prefix="old")
    old_table = old.pair().tables.get()
    event = make_event(2, table_size=2, rounds=1, start=False)
    set_prizes(event.organiser, event.tournament, [PrizeSpec("Newcomer", only="unrated")])
    start_tournament(event.organiser, event.tournament)
    Tournament.objects.filter(pk=old.tournament.pk).update(approved_at=timezone.now())
    table = event.pair().tables.get()
    matches.rule_result(event.organiser, table, Ruling([9, 5]))
    best, other = [seat.entry.player for seat in table.seats.order_by("position")]
    assert winners(event) == [[((best.name,), None)]]
    words = {"games_before": 0, "place": 1, "k": 40, "expected": 0.5, "actual": 1, "before": 1500, "after": 1520}
    words |= {"mu_before": 1500, "sigma_before": 122, "mu_after": 1520, "sigma_after": 115}
    here = RatedGame.objects.create(game="babylonia", sequence=2, table=table, played_at=timezone.now())
    RatingEntry.objects.create(rated_game=here, player=best, **words)
    Tournament.objects.filter(pk=event.tournament.pk).update(approved_at=timezone.now())
    assert winners(event) == [[((best.name,), None)]], "rated by this tournament only"
    before = RatedGame.objects.create(game="babylonia", sequence=1, table=old_table, played_at=timezone.now())
    RatingEntry.objects.create(rated_game=before, player=best, **words)
    assert winners(event) == [[((other.name,), None)]], "rated before it came"


def test_the_list_is_replaced_as_a_whole_with_one_entry() -> None:
    event = make_event(2, table_size=2, start=False)
    set_prizes(event.organiser, event.tournament, [PrizeSpec("A"), PrizeSpec("B", 1, 3, Decimal("2.50"))])
    before = AuditEntry.objects.count()
    set_prizes(event.organiser, event.tournament, [PrizeSpec(" C  c ")])
    assert [prize.title for prize in event.tournament.prizes.all()] == ["C c"]
    assert AuditEntry.objects.count() == before + 1
    entry = AuditEntry.objects.latest("pk")
    assert (entry.before, entry.after) == ({"prizes": ["A · 1", "B · 1–3 · 2.50"]}, {"prizes": ["C c · 1"]})


@pytest.mark.parametrize(
    "spec",
    [
        PrizeSpec(" "),
        PrizeSpec("x" * 121),
        PrizeSpec("A", 2, 1),
        PrizeSpec("A", 0, 1),
        PrizeSpec("A", amount=Decimal(-1)),
        PrizeSpec("A", amount=Decimal(10) ** 7),
        PrizeSpec("A", only="club: "),
        PrizeSpec("A", only="friends"),
    ],
)
def test_what_makes_no_sense_is_refused(spec: PrizeSpec) -> None:
    event = make_event(2, table_size=2, start=False)
    with pytest.raises(Refused):
        set_prizes(event.organiser, event.tournament, [spec])
