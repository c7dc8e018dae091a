"""A tournament for tonight: made, filled, started and paired in one go, with numbers for names."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localdate

from nabu.accounts.players.models import Player, User
from nabu.contests.results.history.services import can_be_undone
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.quick_start.services import QuickStart, quick_start, rename_entries
from nabu.core.errors import NotAllowed, Refused
from tests.platform.scenario import account, make_rated

pytestmark = pytest.mark.usefixtures("db")


def evening(organiser: User, players: int = 12, **changed: object) -> Round:
    wanted = {"name": "Tonight", "game": "babylonia", "table_size": 4, "players": players} | changed
    return quick_start(organiser, QuickStart(**wanted))  # type: ignore[arg-type]


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("seed").values_list("player__name", flat=True))


@pytest.mark.parametrize(("players", "size", "tables"), [(12, 4, [4, 4, 4]), (7, 4, [4, 3]), (6, 2, [2, 2, 2])])
def test_everybody_sits_at_a_published_table(players: int, size: int, tables: list[int]) -> None:
    round_ = evening(account("ada"), players, table_size=size)
    assert round_.status == Round.Status.PUBLISHED
    assert sorted((table.seats.count() for table in round_.tables.all()), reverse=True) == tables
    assert round_.stage.config["rounds"] == 3


def test_a_draft_is_left_for_the_director_to_publish() -> None:
    assert evening(account("ada"), publish=False).status == Round.Status.DRAFT


def test_it_is_today_and_the_second_of_a_day_has_a_number() -> None:
    ada = account("ada")
    first, second, third, other = (
        evening(organiser, 4, name="").stage.tournament for organiser in (ada, ada, ada, account("bo"))
    )
    assert first.starts_on == localdate()
    assert first.name == f"Babylonia, {date_format(localdate(), 'DATE_FORMAT')}"
    assert [each.name for each in (second, third)] == [f"{first.name} (2)", f"{first.name} (3)"]
    assert other.name == first.name, "another organiser's evening"


def test_nothing_is_left_of_an_evening_that_cannot_start() -> None:
    ada = account("ada")
    for players in (0, 1, 65):
        with pytest.raises(Refused):
            evening(ada, players)
    with pytest.raises(Refused):
        evening(ada, names=["Bo", "Bo"])
    assert not Tournament.objects.exists()
    assert Player.objects.count() == 1


def test_numbers_are_nobody_from_an_earlier_evening_and_never_rated() -> None:
    ada = make_rated(account("ada"))
    first, second = (evening(ada, 4).stage.tournament for _evening in range(2))
    assert names(first) == names(second) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert not set(first.entries.values_list("player", flat=True)) & set(
        second.entries.values_list("player", flat=True)
    )
    assert not first.rated
    assert evening(ada, names=["Bo", "Cem"]).stage.tournament.rated, "whose names are known may be rated"


def test_a_new_name_finds_the_guest_who_played_before() -> None:
    ada = account("ada")
    earlier = evening(ada, names=["Bo", "Cem", "Dia"]).stage.tournament
    bo = earlier.entries.get(player__name="Bo").player
    tonight = evening(ada, 3).stage.tournament
    first, second, third = tonight.entries.order_by("seed")
    rename_entries(ada, tonight, [(first, " Bo "), (second, "Eli")])
    assert names(tonight) == ["Bo", "Eli", "Player 3"]
    assert Entry.objects.get(pk=first.pk).player == bo
    assert names(earlier) == ["Bo", "Cem", "Dia"]
    change = tonight.audit_entries.filter(action="entry.renamed").order_by("pk").first()
    assert change is not None
    assert can_be_undone(change)
    second.refresh_from_db()
    rename_entries(ada, tonight, [(second, "Player 3"), (third, "Eli")])
    assert names(tonight) == ["Bo", "Player 3", "Eli"], "two may change their names with each other"


def test_a_name_stands_once_and_those_who_are_somebody_keep_theirs() -> None:
    ada = account("ada")
    earlier = evening(ada, names=["Bo", "Cem"]).stage.tournament
    tonight = evening(ada, names=["Bo", "Eli"]).stage.tournament
    bo, eli = tonight.entries.order_by("seed")
    for entry, name in ((eli, "Bo"), (bo, "Zoe"), (eli, " ")):
        with pytest.raises(Refused):
            rename_entries(ada, tonight, [(entry, name)])
    with pytest.raises(NotAllowed):
        rename_entries(account("stranger"), tonight, [(eli, "Zoe")])
    assert names(tonight) == ["Bo", "Eli"]
    assert names(earlier) == ["Bo", "Cem"]


class TestPages:
    """From the form to the round, and the names afterwards."""

    def test_the_page_starts_with_the_game_that_was_played_last(self, sign_in: Callable[[User], Client]) -> None:
        ada = account("ada")
        client = sign_in(ada)
        evening(ada, 4, game="amyitis")
        page = client.get(reverse("tournaments:quick_start")).content.decode()
        assert '<option value="amyitis" selected>' in page
        answer = client.post(
            reverse("tournaments:quick_start"), {"game": "ishtar", "players": "9", "table_size": "3"}, follow=True
        )
        assert "Round 1 published." in answer.content.decode()
        made = Tournament.objects.first()
        assert made is not None
        assert made.name.startswith("Ishtar")
        assert made.entries.count() == 9

    def test_what_was_typed_stays_when_it_is_refused(self, sign_in: Callable[[User], Client]) -> None:
        client = sign_in(account("ada"))
        typed = {"game": "ishtar", "players": "", "table_size": "3", "names": "Bo\nBo\nCem"}
        page = client.post(reverse("tournaments:quick_start"), typed).content.decode()
        assert "These names appear more than once: Bo." in page
        assert "Bo\nBo\nCem" in page
        page = client.post(reverse("tournaments:quick_start"), typed | {"names": ""}).content.decode()
        assert "Enter the number of players, or their names." in page
        assert not Tournament.objects.exists()

    def test_all_names_are_changed_on_one_page(self, sign_in: Callable[[User], Client]) -> None:
        ada = account("ada")
        client, tonight = sign_in(ada), evening(ada, 3).stage.tournament
        address = reverse("tournaments:names", args=[tonight.pk])
        assert address in client.get(reverse("tournaments:entries", args=[tonight.pk])).content.decode()
        fields = [f"entry-{pk}" for pk in tonight.entries.order_by("seed").values_list("pk", flat=True)]
        page = client.post(address, dict(zip(fields, ("Bo", "Bo", "Cem"), strict=True))).content.decode()
        assert "more than once: Bo" in page
        right = dict(zip(fields, ("Bo", "Dia", "Cem"), strict=True))
        assert "3 players renamed." in client.post(address, right, follow=True).content.decode()
        assert names(tonight) == ["Bo", "Dia", "Cem"]
        assert "No name was changed." in client.post(address, right, follow=True).content.decode()

    def test_more_names_do_not_cost_more_queries(self, sign_in: Callable[[User], Client]) -> None:
        ada = account("ada")
        client, costs = sign_in(ada), []
        for players in (3, 9):
            tonight = evening(ada, players).stage.tournament
            with CaptureQueriesContext(connection) as captured:
                page = client.get(reverse("tournaments:names", args=[tonight.pk])).content.decode()
            assert page.count('name="entry-') == players
            costs.append(len(captured))
        assert costs[0] == costs[1]
