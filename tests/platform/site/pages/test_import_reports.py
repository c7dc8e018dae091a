"""Report files of other programs: their encoding, byes and forbidden pairs to come, and what is said of the rest."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from competition.trf.reader import read_trf
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.accounts.players.tokens import create_token
from nabu.contests.tournaments.imports.report_files import report_of
from nabu.contests.tournaments.models import Restriction, StageEntry, Tournament
from nabu.contests.tournaments.restrictions import services as restrictions
from nabu.contests.tournaments.rounds.pairing import pair_round
from tests.competition.trf_files import EXCHANGE, NAMES, club_night, large_open, player
from tests.platform.scenario import Event, make_event

pytestmark = pytest.mark.django_db

SignIn = Callable[[User], Client]

BEFORE_THE_START = "\n".join(
    (
        "012 Not begun",
        "142 9",
        *(player(number, f"Player {number}", "") for number in range(1, 7)),
        "240 Z 001    5",
        "240 H 002    6",
        "240 H 012    1",
        "XXP 1 2",
        "260 001 009    3    4    5",
        "260 001 002    1    6",
    )
)


def address(name: str, event: Event) -> str:
    return reverse(f"tournaments:{name}", args=[event.tournament.pk])


@pytest.fixture
def draft(db: None) -> Event:
    """A draft for two at a table that nobody is entered in."""
    return make_event(0, table_size=2, rounds=9, start=False)


def shown(client: Client, event: Event, data: bytes, **words: str) -> str:
    file = SimpleUploadedFile("report.trf", data)
    return unescape(client.post(address("import_preview", event), {"file": file, **words}).content.decode())


def rests(event: Event) -> dict[str, list[int]]:
    members = StageEntry.objects.filter(stage__tournament=event.tournament).select_related("entry__player")
    return {member.entry.player.name: member.rests for member in members if member.rests}


def apart(event: Event) -> set[frozenset[str]]:
    return {
        frozenset((rule.one.player.name, rule.other.player.name))
        for rule in Restriction.objects.filter(tournament=event.tournament, kind=Restriction.Kind.FORBIDDEN)
    }


@pytest.mark.parametrize(
    ("page", "label"), [("cp1252", "Windows-1252 (Western Europe)"), ("cp1250", "Windows-1250 (Central Europe)")]
)
def test_the_preview_says_the_encoding_and_shows_the_names(
    sign_in: SignIn, draft: Event, page: str, label: str
) -> None:
    html = shown(sign_in(draft.organiser), draft, club_night(page).encode(page))
    assert f"Read as {label}." in html
    assert all(f"{name} {number}" in html for number, name in enumerate(NAMES[page][:5], start=1))


def test_a_wrong_guess_is_put_right_by_hand(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    data = player(1, "Kob\xe8, Ana", "").encode("latin-1")
    assert "Kobè, Ana" in shown(client, draft, data)
    html = shown(client, draft, data, encoding="windows-1250")
    assert "Kobč, Ana" in html
    assert "Read as Windows-1250" in html


def test_a_large_open_with_forfeits_without_colour_is_played_after(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    text = large_open()
    html = shown(client, draft, text.encode("cp1252"))
    assert "rounds and results</button>" in html
    for kind in ("Line 082: number of teams", "Sex: 284 players", "Federation: 284 players", "Birth date: 284 players"):
        assert kind in html
    response = client.post(address("import_confirm", draft), {"text": text, "what": "rounds"}, follow=True)
    assert "Not imported: Line 012: tournament name; " in unescape(response.content.decode())
    given, written = read_trf(text), report_of(draft.refresh().stages.get())
    for old, new in zip(given.players, written.players, strict=True):
        assert new.name == old.name
        assert [cell and (cell.opponent, cell.result) for cell in new.rounds] == [
            cell and (cell.opponent, cell.result) for cell in old.rounds
        ]


def test_byes_and_forbidden_pairs_of_rounds_to_come_are_brought(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    html = shown(client, draft, EXCHANGE.encode())
    # The file plans five rounds: to the fifth is to the end, though the stage here has nine.
    assert "starting ranks 1, 2, 3" not in html
    assert "Forbidden pairs in rounds 2 to 3 only, starting ranks 4, 5" in html
    assert "The points of 4 byes of rounds to come: such a bye gives 0 here" in html
    client.post(address("import_confirm", draft), {"text": EXCHANGE, "what": "rounds"})
    assert rests(draft) == {"Nabu": [2], "Ana": [2, 3], "Enlil": [3], "Ea": [5], "Ninlil": [3]}
    assert apart(draft) == {frozenset(pair) for pair in (("Enlil", "Ea"), ("Enlil", "Ninlil"), ("Ea", "Ninlil"))}
    entry = AuditEntry.objects.get(action="rounds.imported")
    assert entry.after == {"rounds": 1, "byes": 6}
    round_ = pair_round(draft.organiser, draft.refresh().stages.get())
    tables = [
        {seat.entry.player.name for seat in table.seats.select_related("entry__player")}
        for table in round_.tables.all()
    ]
    assert {"Nabu"} in tables
    assert {"Ana"} in tables
    assert not any(pair <= table for table in tables for pair in apart(draft))


def test_a_file_from_before_the_first_round_brings_its_byes(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    html = shown(client, draft, BEFORE_THE_START.encode())
    assert "Import players and byes, start tournament</button>" in html
    assert "1 bye of a round to come" in html
    assert "Forbidden pairs in rounds 1 to 2 only, starting ranks 1, 6" in html
    client.post(address("import_confirm", draft), {"text": BEFORE_THE_START, "what": "rounds"})
    assert draft.refresh().status == Tournament.Status.RUNNING
    assert rests(draft) == {"Player 5": [1], "Player 6": [2]}
    assert len(apart(draft)) == 4


def test_players_alone_bring_their_forbidden_pairs_and_what_is_missing_is_said(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    data = {"text": BEFORE_THE_START, "what": "all"}
    html = unescape(client.post(address("import_confirm", draft), data, follow=True).content.decode())
    assert draft.refresh().status == Tournament.Status.DRAFT
    assert len(apart(draft)) == 4
    assert "3 byes of rounds to come" in html
    entry = AuditEntry.objects.get(action="entries.imported")
    assert sum(label == "tournaments.restriction" for label, *_rest in entry.changes) == 4


def test_too_many_forbidden_pairs_are_left_out_and_said(
    sign_in: SignIn, draft: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("not_imported", "services"):
        monkeypatch.setattr(f"nabu.contests.tournaments.imports.{module}.MOST_RESTRICTIONS", 3)
    client = sign_in(draft.organiser)
    assert "All 4 forbidden pairs: a tournament has at most 3" in shown(client, draft, BEFORE_THE_START.encode())
    client.post(address("import_confirm", draft), {"text": BEFORE_THE_START, "what": "all"})
    assert (apart(draft), draft.tournament.entries.count()) == (set(), 6)


def test_a_rule_that_a_file_brought_can_be_taken_out_again(sign_in: SignIn, draft: Event) -> None:
    sign_in(draft.organiser).post(address("import_confirm", draft), {"text": BEFORE_THE_START, "what": "all"})
    rule = Restriction.objects.filter(tournament=draft.tournament).first()
    assert rule is not None
    restrictions.remove_restriction(draft.organiser, rule)
    assert len(apart(draft)) == 3


def test_the_api_names_what_was_left_out(draft: Event) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {create_token(draft.organiser, 'test', ['read', 'organise'])[1]}")
    path = f"/api/v1/tournaments/{draft.tournament.pk}/import/"
    answer = client.post(path, {"text": EXCHANGE, "rows": "rounds"}, format="json")
    assert answer.status_code == 201
    said = answer.json()["not_imported"]
    assert {"1 line of an unknown kind (QQQ)", "Birth date: 5 players"} <= set(said)
    assert draft.refresh().status == Tournament.Status.RUNNING


def test_a_list_of_players_leaves_nothing_of_the_kind_out(draft: Event) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {create_token(draft.organiser, 'test', ['read', 'organise'])[1]}")
    answer = client.post(f"/api/v1/tournaments/{draft.tournament.pk}/import/", {"text": "Enlil\nEa"}, format="json")
    assert answer.json()["not_imported"] == []
