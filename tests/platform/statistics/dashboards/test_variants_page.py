"""The page about variants: what differs, whether lots were drawn for it, and names that people gave."""

from __future__ import annotations

import csv
from io import StringIO

from django.test import Client
from django.utils import timezone

from engine.babylonia.game import BABYLONIA
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.services import VariantSpec, save_variant
from nabu.contests.practice.bot_games import bot_game
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import TriedVariant
from nabu.contests.tournaments.setup import services
from nabu.statistics.dashboards.facts.components import variant_names
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, agree, make_event, seats
from tests.platform.statistics.dashboards.proven import counted, proven_event

PAGE = "/dashboards/babylonia/variants/"


def page_of(address: str = PAGE, status: int = 200) -> str:
    response = Client().get(address)
    assert response.status_code == status
    return response.content.decode()


def tried() -> Event:
    """A round of two tables, one of each printed ruleset, by lot; both are proven."""
    event = make_event(4, table_size=2, start=False, prefix="tried")
    printed = list(Variant.objects.filter(game="babylonia", owner=None))
    services.update_tournament(event.organiser, event.tournament, variants=printed)
    services.start_tournament(event.organiser, event.tournament)
    for table in event.pair().tables.all():
        user = seats(table)[0].entry.player.user
        assert user is not None
        submission = submit_log(user, bot_game(table, seats(table), lambda name: "greedy").log, table)
        verify_log(submission.log.verifications.get().pk)
        agree(table)
    counted()
    return event


db, kept_world, changes_are_taken_back, event = kept_for_file(tried, "event")


def test_one_variant_has_nothing_to_compare_with() -> None:
    proven_event(players=4, rounds=1)
    assert "All these games were played in one variant" in page_of()
    assert "The filter leaves one variant" in page_of(f"{PAGE}?variant=base")
    page_of(f"{PAGE}?base=moon", status=400)


def test_lots_make_a_difference_to_what_may_be_said(event: Event) -> None:
    page = page_of()
    assert "Too few games to compare “Seven of nine” with “Base”." in page
    assert "The variant of each table was assigned at random" in page
    assert '<option value="seven_of_nine" selected>Seven of nine</option>' in page
    swapped = page_of(f"{PAGE}?base=seven_of_nine&other=base&players=2")
    assert "Too few games to compare “Base” with “Seven of nine”." in swapped
    assert '<input type="hidden" name="players" value="2">' in swapped

    proven_event(players=4, rounds=1)
    mixed = page_of()
    assert "In 2 of these 3 games the variant was assigned at random" in mixed
    assert f"/tournaments/{event.tournament.pk}/dashboard/variants/" in mixed
    assert "The variant of each table was assigned at random" in page_of(
        f"/tournaments/{event.tournament.pk}/dashboard/variants/"
    )
    TriedVariant.objects.all().delete()
    assert "The variant was not assigned at random" in page_of()


def test_csv_and_api_compare_with_the_variant_of_most_games(event: Event) -> None:
    proven_event(players=4, rounds=1)
    rows = list(csv.DictReader(StringIO(page_of("/dashboards/babylonia/variants.csv").removeprefix("\ufeff"))))
    answer = Client().get("/api/v1/dashboards/babylonia/variants/").json()
    assert [{key: "" if value is None else str(value) for key, value in row.items()} for row in answer["rows"]] == rows
    assert {row["finding"] for row in rows if row["variant"] == "base"} == {""}
    turns = {row["variant"]: row for row in rows if row["measure"] == "turns"}
    assert turns["seven_of_nine"]["finding"] == "too_few"
    assert {row["measure"] for row in rows} >= {"margin", "seat_spread", "shared_wins", "source:farm_value"}


def test_saved_variants_go_by_their_names() -> None:
    event = make_event(2, table_size=2)
    key = save_variant(
        event.organiser, BABYLONIA, VariantSpec(name="Rack of four", ruleset="base", changes={"rack/limit": 4})
    ).key
    Variant.objects.filter(key=key).update(retired_at=timezone.now(), name="Old name")
    assert variant_names(BABYLONIA, [key])[key] == "Old name"
    Variant.objects.create(game="babylonia", name="Rack of four", ruleset="base", components="x", key=key)
    assert variant_names(BABYLONIA, [key, "base+x=1"]) == {key: "Rack of four", "base+x=1": "Base, X = 1"}
