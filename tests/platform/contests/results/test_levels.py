"""Levels of proof: what pages and the API say about a result, and from which level on games are rated."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import GameLog, Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.matches.rated_games import rate_table
from nabu.contests.ratings.models import RatedGame
from nabu.contests.results import services
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.exports.everything import everything
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.queries import tables_of
from nabu.contests.tournaments.rating_changes import rating_changes, unrated_games
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.webhooks.payloads import _table as webhook_table
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, approved, log_of, make_event, users


def event_of_all_levels() -> Event:
    """Tables of two: open, reported, agreed, entered by the organiser, replayed, by a log alone, a forfeit."""
    event = make_event(14, table_size=2)
    _open, reported, agreed, ruled, replayed, alone, forfeit = event.pair().tables.order_by("number")
    services.report_result(users(reported)[0], reported, [5, 4])
    for table in (agreed, replayed, alone):
        report = services.report_result(users(table)[0], table, [5, 4])
        services.confirm_report(users(table)[1], report)
    for number, table in enumerate((replayed, alone)):
        log = GameLog.objects.create(sha256=f"{number}" * 64, content=log_of(table), size=1)
        Table.objects.filter(pk=table.pk).update(log=log)
    Table.objects.filter(pk=alone.pk).update(basis=Table.Basis.LOG)
    services.rule_result(event.organiser, ruled, Ruling([5, 4]))
    services.forfeit_seats(event.organiser, forfeit, [1], "Did not come.")
    return event


db, kept_world, changes_are_taken_back, event = kept_for_file(event_of_all_levels, "event")


def tables(event: Event) -> list[Table]:
    return list(Table.objects.filter(round__stage__tournament=event.tournament).order_by("number"))


LEVELS = ["", "reported", "agreed", "agreed", "replayed", "reported", ""]


def test_the_level_follows_from_status_basis_and_log(event: Event) -> None:
    assert [proof_of(table) for table in tables(event)] == LEVELS
    bye = make_event(3, table_size=2, prefix="odd").pair().tables.get(is_bye=True)
    assert proof_of(bye) == Proof.NONE


WORDS = ["", "reported", "agreed", "entered by the organiser", "replayed", "reported", ""]


def badge(html: str) -> list[str]:
    """The words of the badges that have a meaning at them."""
    parts = html.split('-lt text-wrap" title="')[1:]
    return [part.partition("</span> ")[2].partition("</span>")[0] for part in parts]


def test_each_table_and_its_round_say_the_level_in_words(event: Event, client: Client) -> None:
    pages = [client.get(reverse("table:page", args=[table.pk])).content.decode() for table in tables(event)]
    assert [(badge(page) or [""])[0] for page in pages] == WORDS
    assert "Confirmed by another player, or entered by the organiser." in pages[2]
    assert reverse("proof") in pages[2]
    page = client.get(reverse("tournaments:round", args=[tables(event)[0].round_id])).content.decode()
    assert badge(page) == [word for word in WORDS if word]


def test_the_legend_explains_five_levels(client: Client) -> None:
    page = client.get(reverse("proof")).content.decode()
    assert all(f"</span> {word}</th>" in page for word in Proof.labels[1:])
    assert "proven" not in page


def test_cross_table_player_page_and_home_page_say_the_level(event: Event, client: Client) -> None:
    stage = event.tournament.stages.get()
    page = client.get(reverse("tournaments:cross_table", args=[stage.pk])).content.decode()
    assert page.count(" agreed</span>") == 4
    assert page.count(" replayed</span>") == 2
    player = users(tables(event)[4])[0].player
    page = client.get(reverse("players:detail", args=[player.pk])).content.decode()
    assert badge(page) == ["replayed"]


def test_the_api_says_the_level_wherever_it_gives_a_result(event: Event, client: Client) -> None:
    found = tables(event)
    levels = [client.get(reverse("api:table-detail", args=[table.pk])).json()["proof"] for table in found]
    assert levels == LEVELS
    round_ = client.get(reverse("api:round-detail", args=[found[0].round_id])).json()
    assert [table["proof"] for table in round_["tables"]] == LEVELS
    assert [table["proof"] for table in everything(event.tournament, True)["rounds"][0]["tables"]] == LEVELS
    assert [webhook_table(table)["table"]["proof"] for table in found] == LEVELS
    rows = client.get(reverse("tournaments:export_csv", args=[event.tournament.pk, "results"])).content.decode(
        "utf-8-sig"
    )
    assert [row["proof"] for row in csv.DictReader(StringIO(rows))][::2] == LEVELS
    confirmed = ["" if level == "reported" and number == 1 else level for number, level in enumerate(LEVELS)]
    assert [record.proof for record in tables_of(event.tournament.stages.get())] == confirmed


def test_ratings_count_from_the_level_that_the_tournament_needs(event: Event) -> None:
    approved(event)
    for need, rated in (("reported", [2, 3, 4, 5]), ("agreed", [2, 3, 4]), ("replayed", [4])):
        Tournament.objects.filter(pk=event.tournament.pk).update(ratings_need=need)
        for table in tables(event):
            rate_table(table)
        numbers = [table.number - 1 for table in tables(event) if RatedGame.objects.filter(table=table).exists()]
        assert numbers == rated, need


def test_what_approving_would_do_and_what_does_not_count(event: Event, client: Client) -> None:
    tournament = event.tournament
    Tournament.objects.filter(pk=tournament.pk).update(ratings_need="replayed", rated=True)
    tournament.entries.update(consent=Entry.Consent.KEPT)
    tournament = event.refresh()
    people = {user.player for user in users(tables(event)[4])}
    assert {change.player for change in rating_changes(tournament)} == people
    found = unrated_games(tournament)
    assert (found.open, found.not_played, found.proof) == (2, 1, 3)
    page = client.get(reverse("tournaments:ratings", args=[tournament.pk])).content.decode()
    assert "3 games do not count: their results are not replayed." in page
    assert "2 games do not count: they have no confirmed result." in page
    assert "1 game does not count: fewer than two played it." in page


def test_a_director_says_which_levels_are_needed_and_the_history_keeps_it() -> None:
    event = make_event(2, table_size=2)
    assert (event.tournament.ratings_need, event.tournament.statistics_need) == ("agreed", "replayed")
    update_tournament(event.organiser, event.tournament, ratings_need="replayed", statistics_need="agreed")
    entry = AuditEntry.objects.filter(action="tournament.changed").first()
    assert entry is not None
    assert entry.actor == event.organiser
    assert (entry.before["ratings_need"], entry.after["ratings_need"]) == ("agreed", "replayed")
    for wrong in ("dealt", "sworn", ""):
        with pytest.raises(Refused, match="level of proof"):
            update_tournament(event.organiser, event.tournament, ratings_need=wrong)
    with pytest.raises(NotAllowed):
        update_tournament(account("stranger"), event.tournament, statistics_need="reported")


def test_after_the_approval_the_ratings_need_stays_and_the_statistics_follow(client: Client) -> None:
    event = approved(make_event(2, table_size=2))
    with pytest.raises(Refused, match="approval"):
        update_tournament(event.organiser, event.tournament, ratings_need="replayed")
    update_tournament(event.organiser, event.tournament, ratings_need="reported", statistics_need="agreed")
    assert event.refresh().statistics_need == "agreed"
    client.force_login(event.organiser)
    address = reverse("tournaments:edit", args=[event.tournament.pk])
    words = {"name": "Spring", "round_minutes": "0", "no_show_minutes": "15", "watch_delay": "5"}
    words |= {"statistics_need": "reported"}
    assert client.post(address, words | {"ratings_need": "replayed"}).status_code == 302
    found = event.refresh()
    assert (found.ratings_need, found.statistics_need) == ("reported", "reported"), "the field is not sent any more"


def test_the_api_takes_the_levels(client: Client) -> None:
    event = make_event(2, table_size=2)
    client.force_login(event.organiser)
    address = reverse("api:tournament-detail", args=[event.tournament.pk])
    answer = client.patch(address, json.dumps({"ratings_need": "replayed"}), "application/json")
    assert answer.json()["ratings_need"] == "replayed"
    assert client.get(address).json()["statistics_need"] == "replayed"
    assert client.patch(address, json.dumps({"ratings_need": "dealt"}), "application/json").status_code == 400
