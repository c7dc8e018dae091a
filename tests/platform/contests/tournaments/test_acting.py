"""History entries name who acted and in what role, as it was when it happened."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation
from rest_framework.test import APIClient

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.tokens import create_token
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.acting import who_acted
from nabu.contests.tournaments.entries.services import update_entry
from nabu.contests.tournaments.models import Role
from tests.platform.contests.tournaments.people import helper_of
from tests.platform.scenario import Event, account, make_event, seats

pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture
def event() -> Event:
    return make_event(4)


@pytest.fixture
def table(event: Event) -> Table:
    return event.pair().tables.get()


def last() -> str:
    """The latest entry as the history names its actor."""
    return who_acted(AuditEntry.objects.select_related("actor__player", "entry__player").order_by("-pk")[0])


def rule(user: User, table: Table) -> None:
    results.rule_result(user, table, Ruling([60 - seat.position for seat in seats(table)]))


@pytest.mark.parametrize(
    ("kind", "role"), [("scorekeeper", "Scorekeeper (scorekeeper)"), ("director", "Director (director)")]
)
def test_helpers_are_named_with_their_role(event: Event, table: Table, kind: str, role: str) -> None:
    rule(helper_of(event, kind), table)
    assert last() == role


def test_the_owner_is_the_organiser(event: Event, table: Table) -> None:
    rule(event.organiser, table)
    assert last() == "Player_Organiser (organiser)"


def test_staff_are_staff_but_in_a_tournament_of_their_own(event: Event, table: Table) -> None:
    rule(account("boss", is_staff=True), table)
    assert last() == "Boss (staff)"
    own = make_event(4, prefix="own", organiser=account("chief", is_staff=True))
    rule(own.organiser, own.pair().tables.get())
    assert last() == "Chief (organiser)"


def test_a_player_acts_at_a_table(event: Event, table: Table) -> None:
    first, second = seats(table)[:2]
    user = first.entry.player.user
    assert user is not None
    audit(user, "report.made", table, tournament=event.tournament)
    assert last() == f"{first.entry.player.name} (player, table {table.number})"
    audit(SeatHolder(second), "report.confirmed", table, tournament=event.tournament)
    assert last() == f"{second.entry.player.name} (player, table {table.number})"


def test_an_organiser_who_plays_reports_as_a_player_and_rules_as_organiser(event: Event, table: Table) -> None:
    user = seats(table)[0].entry.player.user
    assert user is not None
    event.tournament.organiser = user
    event.tournament.save(update_fields=["organiser"])
    audit(user, "report.made", table, tournament=event.tournament)
    assert last().endswith(f"(player, table {table.number})")
    audit(user, "table.ruled", table, tournament=event.tournament)
    assert last().endswith("(organiser)")


def test_the_role_stays_as_it_was(event: Event, table: Table) -> None:
    helper = helper_of(event, "scorekeeper")
    rule(helper, table)
    Role.objects.filter(user=helper).delete()
    assert last() == "Scorekeeper (scorekeeper)"


def test_the_platform_acts_by_itself(event: Event, table: Table) -> None:
    audit(None, "table.proven", table, tournament=event.tournament)
    assert last() == "Nabu (automatic)"


def test_a_change_through_the_api_names_the_token(event: Event) -> None:
    _token, key = create_token(event.organiser, "laptop", list(Scope.values))
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    entry = event.tournament.entries.first()
    assert entry is not None
    response = client.patch(reverse("api:entry-detail", args=[entry.pk]), {"club": "Ur"})
    assert response.status_code == 200, response.content
    assert last() == "API token of Player_Organiser (organiser)"


def test_an_entry_from_before_roles_were_stored_shows_only_the_name(event: Event) -> None:
    entry = event.tournament.entries.first()
    assert entry is not None
    update_entry(event.organiser, entry, club="Ur")
    AuditEntry.objects.update(acting=None)
    assert last() == "Player_Organiser"


def test_the_role_is_read_in_the_readers_language(event: Event, table: Table) -> None:
    rule(event.organiser, table)
    with translation.override("de"):
        assert last() == "Player_Organiser (Veranstalter)"


def test_an_account_changes_itself_without_a_role() -> None:
    user = account("ada")
    audit(user, "account.changed", user)
    assert last() == "Ada"
