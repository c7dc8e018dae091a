"""A site of the last version before the migrations were squashed is updated with nothing but `migrate`, and goes on.

Its data, and how they were made, are described in `data/README.md`. What is expected is read from the dump itself, and
things are done by the API and by the regular tasks, so that nothing here depends on how the code is divided. Each test
that writes has its own copy of the updated database, with real commits.
"""

from __future__ import annotations

import html
import json
from ast import literal_eval
from collections import Counter, deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from celery import Celery, current_app
from django.apps import apps
from django.conf import settings as site_settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.test import Client

from analytics.facts import extract_facts
from engine.log.replay import replay
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.catalogue.games.library import library
from nabu.contests.matches.models import Verification
from nabu.contests.ratings.services import outdated_journals, rebuild
from nabu.core.schema.history import applied_migrations, with_squashed
from nabu.core.sentences import in_words
from tests.platform.databases import (
    Old,
    create_database,
    current_database,
    drop_database,
    old_rows,
    working_on,
)
from tests.platform.messages.webhooks.receiver import receiver
from tests.platform.old_site import Written, since_it_stopped

PASSWORD = "seven tablets of clay"
KEYS = {
    "olga": "nabu_wPGytgjQ8zulxXMxZHP2uCZQX5OBH_uhNVvDWU6I",
    "carl": "nabu_rCnOwLvaoSy-Ej0svY0jAzJ9X_zfbo44fyuKmbmP",
}
DUELS, LEAGUE, EVENING = 2, 5, 8
"""Tournaments of the old site."""

OFTEN = 60.0
"""Tasks that come back within so many seconds are the sweeps."""

COPIES = count()


def rows_written(written: Written, table: str) -> list[tuple[str, Any]]:
    """What `migrate` has changed in this table, with the columns of each row in the order of their names."""
    return sorted((kind, literal_eval(row)) for name, kind, row in written if name == table)


# --- The old site, updated --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def old() -> Iterator[Old]:
    """The database of the old site, for questions about what it held."""
    with old_rows() as database:
        yield database


@pytest.fixture(scope="module")
def clock() -> Iterator[None]:
    """Time goes on from the minute in which the old site was stopped."""
    with since_it_stopped():
        yield


@pytest.fixture
def site(
    clock: None, updated_site: str, django_db_setup: None, own_facts: None, django_db_blocker: Any, tmp_path: Path
) -> Iterator[None]:
    """A copy of the updated site, which is this process's own."""
    on_sqlite = connection.vendor == "sqlite"
    name = str(tmp_path / "site.sqlite3") if on_sqlite else f"{current_database()}_old_{next(COPIES)}"
    with django_db_blocker.unblock():
        create_database(name, updated_site)
        caches["throttle"].clear()
        with working_on(name):
            yield
        drop_database(name)


# --- Working with it --------------------------------------------------------------------------------------------------


class Api:
    """The REST API with a token of the old site."""

    def __init__(self, username: str) -> None:
        self.client = Client(headers={"Authorization": f"Token {KEYS[username]}"})

    def get(self, path: str) -> Any:
        answer = self.client.get(f"/api/v1/{path}")
        assert answer.status_code == 200, (path, answer.content)
        return answer.json()

    def post(self, path: str, **data: Any) -> Any:
        answer = self.client.post(f"/api/v1/{path}", json.dumps(data), content_type="application/json")
        assert answer.status_code == 200, (path, answer.content)
        return answer.json()

    def all(self, path: str) -> list[Any]:
        """The results of every page of a list."""
        page = self.get(path)
        found = list(page["results"])
        while page["next"]:
            page = self.client.get(page["next"]).json()
            found += page["results"]
        return found


@pytest.fixture
def olga(site: None) -> Api:
    return Api("olga")


@pytest.fixture
def carl(site: None) -> Api:
    return Api("carl")


@pytest.fixture
def work(site: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that does what beat and the workers do: the sweeps, and all that is sent to the workers."""
    sent: deque[tuple[str, Any, Any]] = deque()

    def send_task(_app: Celery, name: str, args: Any = None, kwargs: Any = None, **options: Any) -> None:
        if not options.get("countdown"):
            sent.append((name, args, kwargs))

    def do() -> None:
        sweeps = [entry["task"] for entry in site_settings.CELERY_BEAT_SCHEDULE.values() if entry["schedule"] <= OFTEN]
        # What one task leaves, the sweep after it finds.
        for _ in range(3):
            sent.extend((name, (), {}) for name in sweeps)
            while sent:
                name, args, kwargs = sent.popleft()
                current_app.tasks[name].apply(args, kwargs, throw=True)

    monkeypatch.setattr(Celery, "send_task", send_task)
    current_app.loader.import_default_modules()
    return do


def page(username: str, path: str) -> str:
    """What a person reads on a page, in English."""
    user = apps.get_model("players.User").objects.get(username=username)
    user.language = "en"
    user.save()
    client = Client()
    client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(html.unescape(answer.content.decode()).split())


def now(tournament: int) -> bytes:
    """The state of a tournament, which must be what its entries give."""
    state = as_bytes(state_of(tournament))
    assert as_bytes(rebuilt_state(tournament)) == state
    return state


def organisers(old: Old) -> dict[int, str]:
    """Who organises which tournament, as far as we have a key of theirs."""
    found = old.execute(
        "SELECT t.id, u.username FROM tournaments_tournament t JOIN players_user u ON u.id = t.organiser_id"
    )
    return {tournament: username for tournament, username in found if username in KEYS}


def entries(old: Old, tournament: int, action: str) -> list[int]:
    """The entries of an action in the order in which they were written."""
    found = old.execute(
        "SELECT id FROM audit_auditentry WHERE tournament_id = ? AND action = ? ORDER BY id", (tournament, action)
    )
    return [pk for (pk,) in found]


LATER_MODELS = [
    "block",
    "callsettings",
    "contactmessage",
    "conversation",
    "countedtournament",
    "datesettings",
    "directorcall",
    "extension",
    "linkpicture",
    "place",
    "publicevent",
    "recount",
    "recountedpart",
    "reminder",
    "roleinvitation",
    "roleinvitationuse",
    "rounddate",
    "run",
    "season",
    "series",
    "seriesevent",
    "store",
    "storedpart",
    "suspension",
]
"""Models that came after 0.1.0. A model of the name of `announcements.Announcement` was there before, with another
meaning."""


# --- What must hold ---------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_migrate_only_notes_that_migrations_are_there(site: None, old: Old, written: Written) -> None:
    """The squashed ones, and those after them that only add a column. One changes what reports quote of actions."""
    squashed = [key for key in with_squashed(applied_migrations()) if "_squashed_" in key[1]]
    known = set(old.execute("SELECT app, name FROM django_migrations").fetchall())
    later = applied_migrations() - known - set(squashed)
    assert len(squashed) > 10
    noted = [("django_migrations", "new")] * (len(squashed) + len(later))
    changed = [(table, kind) for table, kind, _row in written]
    # Models that have come since: their content types and permissions.
    others = {"matches_verification", "django_content_type", "auth_permission"}
    assert [each for each in changed if each[0] not in others] == noted, later
    kinds = {kind.pk: kind for kind in ContentType.objects.filter(model__in=LATER_MODELS)}
    assert sorted(kind.model for kind in kinds.values()) == LATER_MODELS
    assert sorted(rows_written(written, "django_content_type")) == sorted(
        ("new", (kind.app_label, kind.pk, kind.model)) for kind in kinds.values()
    )
    permissions = Permission.objects.filter(content_type__in=kinds)
    assert sorted(each.codename for each in permissions) == sorted(
        f"{may}_{model}" for model in LATER_MODELS for may in ("add", "change", "delete", "view")
    )
    assert sorted(rows_written(written, "auth_permission")) == sorted(
        ("new", (each.codename, each.content_type_id, each.pk, each.name)) for each in permissions
    )
    reports = Verification.objects.exclude(verdict="verified").filter(report__isnull=False)
    report = reports.values_list("report", flat=True).get()
    assert changed.count(("matches_verification", "new")) == 1
    assert in_words(report["legal_messages"]) == ["seat 1 draws 5 tokens"]
    assert set(apps.get_model("players.Player").objects.values_list("name_key", flat=True)).isdisjoint({""})
    call_command("migrate", check_unapplied=True, verbosity=0)


@pytest.mark.both_databases
def test_every_tournament_is_rebuilt_byte_for_byte(site: None, old: Old) -> None:
    """And no row of a tournament was lost or made by the migrations."""
    rows: Counter[str] = Counter()
    for (pk,) in old.execute("SELECT id FROM tournaments_tournament").fetchall():
        now(pk)
        rows.update(label for label, _pk in state_of(pk))
    assert rows["matches.seat"] > 100
    tables = {label: apps.get_model(label)._meta.db_table for label in rows}
    assert rows == {
        label: old.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for label, table in tables.items()
    }


@pytest.mark.both_databases
def test_standings_keep_the_tie_breaks_that_their_stage_was_made_with(olga: Api, old: Old) -> None:
    """Points, then the share of victory points as the dump has them: nothing that is fairer took its place."""
    games: dict[tuple[int, int], dict[int, int]] = {}
    for stage, table, entry, score in old.execute(
        "SELECT r.stage_id, t.id, s.entry_id, s.score FROM matches_seat s"
        " JOIN matches_table t ON t.id = s.table_id JOIN tournaments_round r ON r.id = t.round_id"
        " WHERE t.status = 'confirmed' AND NOT t.is_bye AND NOT s.absent"
    ):
        games.setdefault((stage, table), {})[entry] = score
    stages = old.execute("SELECT id, tournament_id FROM tournaments_stage WHERE config LIKE '%vp_share%'").fetchall()
    compared: Counter[int] = Counter()
    for stage, tournament in stages:
        order = []
        for row in olga.all(f"tournaments/{tournament}/standings/"):
            if row["stage"] != stage:
                continue
            entry = row["entry"]["id"]
            scores = [own for (of, _table), own in games.items() if of == stage and entry in own and len(own) > 1]
            shares = [Fraction(own[entry], sum(own.values())) for own in scores]
            assert list(row["tie_breaks"]) == ["vp_share", "opponents", "wins", "lot"]
            assert row["tie_breaks"]["vp_share"] == float(sum(shares, Fraction(0)) / max(1, len(shares)))
            order.append((-float(row["points"]), -row["tie_breaks"]["vp_share"]))
            compared[stage] += len(scores) > 0
        assert order == sorted(order)
    assert sum(compared.values()) > 20


@pytest.mark.both_databases
def test_ratings_are_the_same_to_the_last_bit_and_their_uncertainty_is_replayed(site: None, old: Old) -> None:
    """The second rating was another one; the first regular task works it out anew from the results."""
    columns = ("player_id", "game", "value", "games")
    before = old.execute(f"SELECT {', '.join(columns)} FROM ratings_rating").fetchall()
    assert len(before) > 10
    games = [game for (game,) in old.execute("SELECT game FROM ratings_ratingjournal ORDER BY game")]
    rated = [game for (game,) in old.execute("SELECT DISTINCT game FROM ratings_ratedgame ORDER BY game")]
    assert outdated_journals() == rated != []
    current_app.loader.import_default_modules()
    current_app.tasks["nabu.ratings.tasks.renew_journals"].apply(throw=True)
    assert outdated_journals() == []
    assert [rebuild(game) for game in games] == [[] for _ in games]
    rating = apps.get_model("ratings.Rating")
    assert sorted(rating.objects.values_list(*columns)) == sorted(before)
    sigmas = dict(old.execute("SELECT id, sigma FROM ratings_rating"))
    assert all(sigma != sigmas[pk] for pk, sigma in rating.objects.values_list("pk", "sigma"))


@pytest.mark.both_databases
def test_statistics_are_made_from_the_facts_of_the_old_site(site: None, old: Old) -> None:
    call_command("facts", "extract")  # those of an older version; workers do it by themselves
    call_command("facts", "refresh")
    call_command("facts", "compare")
    facts = apps.get_model("dashboards.GameFacts").objects.select_related("log")
    assert facts.count() >= old.execute("SELECT count(*) FROM dashboards_gamefacts").fetchone()[0]
    for row in facts:
        _report, again = extract_facts(bytes(row.log.content), library)
        assert row.facts == json.loads(json.dumps(again))


def test_people_sign_in_as_before(site: None, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    words = {"username": "berta", "password": PASSWORD}
    answer = Client().post("/api/v1/token/", words, content_type="application/json")
    assert answer.status_code == 200
    assert [Api(username).get("me/")["username"] for username in KEYS] == list(KEYS)


UNDONE = [
    ("carl", EVENING, "table.ruled", 0),
    ("olga", DUELS, "penalty.given", 0),
    ("olga", DUELS, "round.paired", -1),
    ("olga", LEAGUE, "round.paired", -1),
    ("olga", DUELS, "table.proven", 0),
    ("olga", DUELS, "table.log_accepted", 0),
]


@pytest.mark.both_databases
def test_old_entries_are_undone_and_redone(site: None, old: Old) -> None:
    """A draft that is undone takes its notes and reasons along; done again, it has them back."""
    for username, tournament, action, which in UNDONE:
        api, before = Api(username), now(tournament)
        [undone] = api.post(f"changes/{entries(old, tournament, action)[which]}/undo/", reason="A mistake.")
        assert now(tournament) != before
        [redone] = api.post(f"changes/{undone['id']}/undo/")
        assert redone["undoes"] == undone["id"]
        assert now(tournament) == before
    assert rebuild("babylonia") == []


@pytest.mark.both_databases
def test_an_old_redo_is_undone(olga: Api, old: Old) -> None:
    """What was undone and redone on the old site goes back once more, with everything since."""
    redone = entries(old, DUELS, "change.undone")[-1]
    olga.post(f"changes/{redone}/undo/", since=True)
    now(DUELS)
    ruled = old.execute("SELECT object_id FROM audit_auditentry WHERE id = ?", entries(old, DUELS, "table.ruled")[:1])
    assert olga.get(f"tables/{ruled.fetchone()[0]}/")["status"] == "disputed"


@pytest.mark.both_databases
def test_an_old_result_in_a_bracket_is_corrected_with_what_is_built_on_it(olga: Api, old: Old) -> None:
    """A table of the first round, when the second and third are played and the fourth is a draft."""
    before = now(DUELS)
    ruled = entries(old, DUELS, "table.ruled")[-3]
    (table,) = old.execute("SELECT object_id FROM audit_auditentry WHERE id = ?", (ruled,)).fetchone()
    first = olga.get(f"tables/{table}/")
    winner, loser = sorted(first["seats"], key=lambda seat: seat["place"])
    stage = olga.get(f"rounds/{first['round']}/")["stage"]

    def seated(number: int) -> list[set[int]]:
        """The entries at each table of a round of the bracket."""
        rounds = [each["id"] for each in olga.all(f"stages/{stage}/rounds/") if each["number"] == number]
        tables = [table for pk in rounds for table in olga.get(f"rounds/{pk}/")["tables"]]
        return [{seat["entry"] for seat in table["seats"]} for table in tables]

    winners, losers = seated(2)
    assert winner["entry"] in winners
    assert loser["entry"] in losers
    right = {"scores": [seat["score"] for seat in first["seats"]][::-1], "reason": "Typed in the wrong way round."}
    preview = olga.post(f"tables/{table}/correction/", **right)
    assert now(DUELS) == before
    assert olga.post(f"tables/{table}/correction/", **right, preview=False) == preview
    assert seated(2) == [winners - {winner["entry"]} | {loser["entry"]}, losers - {loser["entry"]} | {winner["entry"]}]
    assert seated(3) == seated(4) == []
    now(DUELS)
    corrected = olga.get(f"changes/?tournament={DUELS}")["results"][0]
    assert corrected["action"] == "table.corrected"
    olga.post(f"changes/{corrected['id']}/undo/")
    assert now(DUELS) == before


def test_notes_and_reasons_of_old_pairings_are_told_as_stored(site: None, old: Old) -> None:
    rounds = old.execute(
        "SELECT s.tournament_id, r.id, r.notes FROM tournaments_round r JOIN tournaments_stage s ON s.id = r.stage_id"
    ).fetchall()
    organised = organisers(old)
    told = []
    for tournament, pk, notes in rounds:
        if tournament not in organised:
            continue
        seen = Api(organised[tournament]).get(f"rounds/{pk}/")
        tables = old.execute("SELECT reason FROM matches_table WHERE round_id = ? ORDER BY number, game_number", (pk,))
        stored = [json.loads(notes), [json.loads(reason) for (reason,) in tables if reason != "{}"]]
        if "key" not in json.dumps(stored):  # sentences, from before there were messages
            assert [seen["notes"], seen["reasons"]] == stored
            told += seen["notes"] + seen["reasons"]
    assert len(told) > 20


def test_pages_show_what_was_stored_in_whatever_language(site: None, old: Old) -> None:
    """Spanish and German sentences on English pages, from before there were messages."""
    notes, draft = old.execute(
        "SELECT notes, id FROM tournaments_round WHERE status = 'draft' AND notes <> '[]' ORDER BY id"
    ).fetchone()
    reasons = old.execute("SELECT reason FROM matches_table WHERE round_id = ?", (draft,)).fetchall()
    shown = page("olga", f"/tournaments/rounds/{draft}/")
    for sentence in json.loads(notes) + [s for (reason,) in reasons for s in json.loads(reason)["sentences"]]:
        assert sentence in shown
    history = page("olga", f"/tournaments/{DUELS}/audit/")
    [(followed,)] = old.execute("SELECT after FROM audit_auditentry WHERE action = 'table.corrected'").fetchall()
    for sentence in json.loads(followed)["followed"]:
        assert sentence in history
    verbatim = old.execute("SELECT note, table_id FROM matches_logsubmission WHERE note LIKE '%verbatim%'").fetchall()
    for language in ("Line", "El", "Das"):
        message, table = next(row for row in verbatim if json.loads(row[0])["values"]["text"].startswith(language))
        assert json.loads(message)["values"]["text"] in page("olga", f"/tables/{table}/")


def test_pages_of_an_old_tournament_open(site: None, old: Old) -> None:
    """Those with everything on them; of the others the first one."""
    for path in ("", "entries/", "standings/", "bracket/", "prizes/", "ratings/", "dashboard/", "print/", "export/"):
        assert "Duelos de primavera" in page("olga", f"/tournaments/{DUELS}/{path}")
    for pk, name, draft in old.execute("SELECT id, name, status = 'draft' FROM tournaments_tournament").fetchall():
        assert name in page("staff" if draft else "olga", f"/tournaments/{pk}/")
    for path in ("/", "/ratings/", "/lab/", "/clubs/", "/games/babylonia/", "/variants/babylonia/", "/players/1/"):
        page("olga", path)


def test_the_engine_finds_every_log_what_it_found_it_then(site: None, old: Old) -> None:
    """Also those that name a set of components which was loaded there."""
    verdicts = "SELECT sha256, content, report FROM matches_verification v JOIN matches_gamelog g ON g.id = v.log_id"
    found = old.execute(f"{verdicts} WHERE v.status = 'done'").fetchall()
    assert len(found) > 30
    for sha256, content, report in found:
        before = json.loads(report)
        now = json.loads(json.dumps(replay(content, library=library).to_json()))
        assert {key: now[key] for key in before} | {"engine": before["engine"]} == before, sha256


@pytest.mark.both_databases
def test_what_was_under_way_is_done(work: Callable[[], None], old: Old) -> None:
    """The log that waited is verified, jobs are done, and everybody is told what the old site had not told yet."""
    [(waiting, table)] = old.execute("SELECT id, table_id FROM matches_logsubmission WHERE outcome = 'pending'")
    live = "SELECT id FROM jobs_job WHERE status = 'queued' AND kind NOT IN ('experiment', 'simulate')"
    jobs = [pk for (pk,) in old.execute(live)]
    today = "SELECT count(*) FROM {} WHERE state = 'due' AND created_at > '2026-11-27'"
    mails, deliveries = (
        old.execute(today.format(name)).fetchone()[0] for name in ("notifications_mail", "webhooks_delivery")
    )
    assert min(len(jobs), mails, deliveries) > 0
    apps.get_model("jobs.Job").objects.filter(kind__in=["experiment", "simulate"]).delete()  # they take long
    with receiver() as listener:
        apps.get_model("webhooks.Webhook").objects.update(url=listener.address)
        work()
    done = apps.get_model("jobs.Job").objects.filter(pk__in=jobs)
    assert {job.status for job in done} <= {"done"}
    submission = apps.get_model("matches.LogSubmission").objects.get(pk=waiting)
    assert submission.outcome != "pending"
    assert apps.get_model("matches.Table").objects.get(pk=table).status == "reported", "a log does not decide alone"
    assert len(mail.outbox) >= mails
    assert len(listener.got) >= deliveries
