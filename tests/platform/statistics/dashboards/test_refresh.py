"""The store follows the database: whatever changes, exactly the games that it concerns are counted otherwise."""

from __future__ import annotations

import os
import shutil
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from analytics import parts, upkeep
from analytics.facts import FACTS_VERSION, LAYOUT
from analytics.files import Files
from analytics.store import MOST_ALIKE, put_together
from benchmarks.made_up_games import made_up_frames
from engine.registry import get_game
from nabu.contests.matches.models import Table, Verification
from nabu.contests.results import services
from nabu.contests.results.approval.services import approve_tournament
from nabu.contests.results.management.commands import reverify
from nabu.contests.results.settling.submission import REVERIFY, ask_for_verdicts
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.statistics.dashboards.facts import refresh as refreshing
from nabu.statistics.dashboards.facts.refresh import refresh, store_of, tidy_parts
from nabu.statistics.dashboards.facts.services import extract_old_facts, store_facts
from nabu.statistics.dashboards.facts.staleness import mark_stale, stale_tournaments
from nabu.statistics.dashboards.models import GameFacts
from nabu.statistics.dashboards.tasks import look_after_store, tidy_stores
from nabu.statistics.store import lists, place
from nabu.statistics.store.lists import claim_alike, clear, enter, enter_together, listed, listed_for_writing
from nabu.statistics.store.models import Place, Store, StoredPart
from nabu.web.jobs import beside_workers, running
from nabu.web.jobs.asking import live_jobs
from nabu.web.jobs.models import Job
from tests.platform.by_hand import do_jobs, long_ago
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, make_event
from tests.platform.statistics.dashboards.proven import counted, prove, proven_event

BABYLONIA = get_game("babylonia")


db, kept_world, changes_are_taken_back, event = kept_for_file(lambda: proven_event(4, rounds=1), "event")


def told() -> None:
    """What the workers do: tell what has happened, then look at the games."""
    do_jobs("announce")
    do_jobs("statistics")


def equal() -> None:
    """The store is what the database says, in every number."""
    call_command("facts", "compare", "--game", "babylonia")


def ids() -> list[int]:
    return sorted(store_of(BABYLONIA).games()["game_id"])


def month_files() -> dict[int, set[str]]:
    """The parts of each month: what is written is another one."""
    found: dict[int, set[str]] = {}
    for part in store_of(BABYLONIA).version:
        found.setdefault(part.month, set()).update((part.tables, part.sums))
    return found


def test_a_proven_table_comes_in_and_a_reopened_one_goes_out() -> None:
    event = make_event(8, table_size=4)
    first, second = event.pair().tables.all()
    prove(first)
    prove(second, 2)
    told()
    assert ids() == sorted([first.pk, second.pk])
    equal()
    files = month_files()
    told()
    assert refresh(BABYLONIA, event.tournament) == (0, 0)
    assert month_files() == files
    services.reopen_table(event.organiser, first, "Wrong log.")
    assert stale_tournaments() == []
    told()
    assert ids() == [second.pk]
    equal()


def test_other_facts_of_the_same_log_replace_what_was_counted() -> None:
    table = make_event(4).pair().tables.get()
    prove(table)
    told()
    kept = GameFacts.objects.get()
    facts: Any = kept.facts | {"turns": kept.facts["turns"] + 1}
    store_facts(kept.log, facts)
    assert len(stale_tournaments()) == 1
    told()
    assert store_of(BABYLONIA).games()["turns"].tolist() == [facts["turns"]]
    equal()
    store_facts(kept.log, None)
    told()
    assert ids() == []


@pytest.mark.both_databases
def test_an_approval_changes_the_ratings_of_later_games_only() -> None:
    """Of three tournaments of the same people, each in another month, the one in the middle is approved."""
    events, tables = [], []
    for number, days in enumerate((70, 35, 1)):
        event = make_event(4, table_size=4, prefix=f"p{number}_", rated=True)
        if events:
            first = events[0].tournament.entries.order_by("pk")
            for own, other in zip(event.tournament.entries.order_by("pk"), first, strict=True):
                Entry.objects.filter(pk=own.pk).update(player=other.player_id)
        table = event.pair().tables.get()
        prove(table, 1 + number)
        Table.objects.filter(pk=table.pk).update(confirmed_at=timezone.now() - timedelta(days=days))
        events.append(event)
        tables.append(table.pk)
    counted()
    assert store_of(BABYLONIA).frames().player_games["rating"].isna().all()
    before = month_files()
    assert len(before) == 3
    live_jobs("statistics").delete()
    Tournament.objects.filter(pk=events[1].tournament.pk).update(status=Tournament.Status.FINISHED)
    approve_tournament(account("boss", is_staff=True), events[1].refresh())
    told()
    after = month_files()
    assert [after[month] == before[month] for month in sorted(before)] == [True, False, False]
    rated = store_of(BABYLONIA).frames().player_games.groupby("game_id")["rating"].count()
    assert [rated[pk] for pk in tables] == [0, 4, 4]
    equal()


def test_a_lost_message_is_swept() -> None:
    table = make_event(4).pair().tables.get()
    prove(table)
    do_jobs("announce")
    [job] = live_jobs("statistics")
    sent: list[int] = []
    long_ago()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nabu.web.jobs.asking.enqueue", lambda task, pk, **options: sent.append(pk) or True)
        running.sweep()
    assert sent == [job.pk]
    do_jobs("statistics")
    assert ids() == [table.pk]
    assert stale_tournaments() == []


def test_a_model_is_fitted_when_a_title_has_grown(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    mark_stale([event.tournament.pk])
    do_jobs("statistics")
    assert do_jobs("fit") == 1
    assert store_of(BABYLONIA).fitted_to == 0, "its sums are still those of no model"
    assert do_jobs("recount") == 1
    mark_stale([event.tournament.pk])
    do_jobs("statistics")
    assert do_jobs("fit") == 0, "nothing has grown"
    assert store_of(BABYLONIA).fitted_to == 1
    equal()


@pytest.mark.usefixtures("event")
def test_a_store_of_another_version_is_left_alone_and_filled_beside_it() -> None:
    """While hosts are updated one after the other, each version has its own."""
    Store.objects.update(layout="an older version")
    assert ids() == []
    look_after_store()
    do_jobs("statistics")
    assert len(ids()) == 1
    look_after_store()
    assert stale_tournaments() == []
    assert StoredPart.objects.filter(store__layout="an older version", retired_at=None).count() == 1
    Store.objects.filter(layout="an older version").update(changed_at=timezone.now() - timedelta(days=2))
    tidy_stores()
    assert not StoredPart.objects.filter(store__layout="an older version").exists()
    equal()


def files_there() -> set[str]:
    folder = Place.objects.get().folder
    return {name for name, _written in Files(str(settings.FACTS), str(folder)).listed()}


def filled_with_parts(number: int) -> None:
    """So many parts of one month with one game each."""
    for game in range(1, 1 + number):
        before = listed_for_writing("babylonia")
        assert enter(before, before.store.updated(made_up_frames(1, 202401, game, seed=1)), game)


def test_parts_that_are_alike_become_one_by_one_process_alone() -> None:
    filled_with_parts(MOST_ALIKE + 1)
    before = store_of(BABYLONIA)
    mine = claim_alike("babylonia")
    assert len(mine) == MOST_ALIKE
    assert claim_alike("babylonia") == [], "somebody is at them"
    one = put_together(before.files, mine)
    assert enter_together("babylonia", mine, one)
    after = store_of(BABYLONIA)
    assert sorted(part.games for part in after.version) == [1, MOST_ALIKE]
    assert after.compare() == []
    assert ids() == list(range(1, 2 + MOST_ALIKE))


def test_parts_of_which_one_has_changed_meanwhile_stay() -> None:
    filled_with_parts(MOST_ALIKE)
    mine = claim_alike("babylonia")
    before = listed_for_writing("babylonia")
    assert enter(before, before.store.updated(before.store.frames([]), [1]), 1)
    assert not enter_together("babylonia", mine, put_together(before.store.files, mine))
    assert ids() == list(range(2, 1 + MOST_ALIKE))


def test_what_somebody_died_over_is_put_together_by_the_next() -> None:
    filled_with_parts(MOST_ALIKE)
    assert claim_alike("babylonia")
    tidy_parts("babylonia")
    assert len(store_of(BABYLONIA).version) == MOST_ALIKE
    StoredPart.objects.update(claimed_at=timezone.now() - timedelta(hours=1))
    tidy_parts("babylonia")
    assert len(store_of(BABYLONIA).version) == 1


def test_what_a_store_needs_no_more_goes_after_some_minutes() -> None:
    """After the demo the stores were five times as large as they need, until somebody played again."""
    event = proven_event(4, rounds=2)
    tables = event.tournament.stages.get().rounds.order_by("number")[1].tables
    services.reopen_table(event.organiser, tables.get(), "Wrong log.")
    told()
    before, there = files_there(), ids()
    left, new = (
        f"{Place.objects.get().folder}/babylonia-{LAYOUT}/facts/games/month=1/{name}.parquet" for name in ("a", "b")
    )
    for name in (left, new):
        path = Path(settings.FACTS) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    os.utime(Path(settings.FACTS) / left, (time.time() - 2 * 86400,) * 2)
    tidy_stores()
    assert {name.rpartition("/")[2] for name in files_there() - before} == {"b.parquet"}
    assert StoredPart.objects.exclude(retired_at=None).exists()
    StoredPart.objects.exclude(retired_at=None).update(retired_at=timezone.now() - timedelta(minutes=11))
    tidy_stores()
    assert not StoredPart.objects.exclude(retired_at=None).exists()
    held = {f"babylonia-{LAYOUT}/{name}" for part in store_of(BABYLONIA).version for name in parts.files_of(part)}
    assert {
        name for name in files_there() if name.startswith(f"babylonia-{LAYOUT}/facts/") and "month=1/" not in name
    } == {name for name in held if "/facts/" in name}
    assert ids() == there
    equal()


def test_who_was_overtaken_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a worker computes, another one brings the same tournament up to date, with an older look at it or not."""
    event = proven_event(4, rounds=2)
    first, second = ids()
    clear("babylonia")
    real, overtaken = refreshing.compute, []

    def compute(function: Any, *arguments: Any) -> Any:
        done = real(function, *arguments)
        if function is upkeep.with_games and not overtaken:
            overtaken.append(1)
            refresh(BABYLONIA, event.tournament)
        return done

    monkeypatch.setattr(refreshing, "compute", compute)
    refresh(BABYLONIA, event.tournament)
    assert overtaken
    assert ids() == [first, second]
    equal()


def test_another_machine_without_the_files_says_so(
    event: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Own folders on two machines: the second one showed no games, and counted all of them once more."""
    shared = settings.FACTS
    settings.FACTS = Path(shared).with_name("of-another-machine")
    place.TROUBLES.forget()
    monkeypatch.setattr(place.socket, "gethostname", lambda: "another")
    page = client.get("/dashboards/babylonia/")
    assert page.status_code == 503
    assert "cannot be read on this server" in page.content.decode()
    assert client.get("/api/v1/dashboards/babylonia/sources/").status_code == 503
    with pytest.raises(place.StatisticsAway):
        refresh(BABYLONIA, event.tournament)
    health = client.get("/healthz")
    assert (health.status_code, health.json()["statistics"]) == (503, False)
    assert "All machines must use the same folder" in place.advice()
    settings.FACTS = shared
    place.TROUBLES.forget()
    assert client.get("/dashboards/babylonia/").status_code == client.get("/healthz").status_code == 200
    assert place.advice() == ""


@pytest.mark.usefixtures("event")
def test_the_machine_that_has_lost_its_own_files_counts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, without anybody playing; but a place that others may have is never given up by itself."""
    proven_event(4, rounds=1, prefix="other")
    shutil.rmtree(settings.FACTS)
    place.TROUBLES.forget()
    monkeypatch.setattr(place.socket, "gethostname", lambda: "another")
    look_after_store()
    assert stale_tournaments() == []
    with pytest.raises(CommandError, match="--new-place"):
        call_command("facts", "rebuild")
    monkeypatch.undo()
    look_after_store()
    do_jobs("statistics")
    assert len(ids()) == 2
    equal()


@pytest.mark.usefixtures("event")
def test_a_lost_place_is_replaced_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(settings.FACTS)
    place.TROUBLES.forget()
    monkeypatch.setattr(place.socket, "gethostname", lambda: "another")
    call_command("facts", "rebuild", "--new-place")
    assert len(ids()) == 1
    assert Place.objects.get().host == "another"
    equal()


def test_a_job_waits_for_a_place_that_is_away(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was given up after three attempts, and nobody ever counted these games."""
    clear("babylonia")
    mark_stale([event.tournament.pk])
    monkeypatch.setattr(place, "_ask", lambda *_where: place.AWAY)
    place.TROUBLES.forget()
    for _time in range(5):
        live_jobs("statistics").update(run_after=None)
        do_jobs("statistics")
    assert [job.attempts for job in live_jobs("statistics")] == [0]
    monkeypatch.undo()
    place.TROUBLES.forget()
    live_jobs("statistics").update(run_after=None)
    do_jobs("statistics")
    assert len(ids()) == 1


@pytest.mark.usefixtures("event")
def test_games_that_nobody_counts_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker of another version has done the job, for its own list."""
    clear("babylonia")
    assert stale_tournaments() == []
    tidy_stores()
    do_jobs("statistics")
    assert len(ids()) == 1
    tidy_stores()
    assert stale_tournaments() == []


def test_many_changes_are_forgotten_but_not_what_is_asked_for(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many changes the process forgot the list of the store that had not changed, and the page failed."""
    monkeypatch.setattr(lists, "MOST_REMEMBERED", 1)
    table = Table.objects.get(round__stage__tournament=event.tournament, log__isnull=False)
    for minute in range(3):
        Table.objects.filter(pk=table.pk).update(confirmed_at=timezone.now() - timedelta(minutes=minute + 1))
        refresh(BABYLONIA, event.tournament)
        assert [len(each.store.games()) for each in lists.listed_all(["babylonia", "babylonia-typed"])] == [1, 0]


def test_who_asks_again_while_a_worker_looks_is_not_forgotten(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    mark_stale([event.tournament.pk])
    looked: list[int] = []

    def asked_again(_game: Any, tournament: Tournament) -> tuple[int, int]:
        looked.append(tournament.pk)
        mark_stale([tournament.pk] if len(looked) == 1 else [])
        return 0, 0

    monkeypatch.setattr("nabu.statistics.dashboards.facts.refresh.refresh", asked_again)
    for left in (1, 0):
        do_jobs("statistics")
        assert len(stale_tournaments()) == left
    assert looked == [event.tournament.pk] * 2


@pytest.mark.both_databases
def test_facts_of_an_older_version_are_extracted_again_by_the_sweep(event: Event) -> None:
    GameFacts.objects.update(facts_version=1, digest=0, facts={"facts_version": 1})
    refresh(BABYLONIA, event.tournament)
    assert ids() == []
    look_after_store()
    assert do_jobs("extract") == do_jobs("extract") == 1
    assert do_jobs("extract") == 0
    assert GameFacts.objects.get().facts_version == FACTS_VERSION
    told()
    assert len(ids()) == 1
    assert extract_old_facts() == 0


@pytest.mark.both_databases
def test_compare_finds_what_differs_and_rebuild_makes_it_good() -> None:
    proven_event(4, rounds=2)
    equal()
    store = store_of(BABYLONIA)
    first, second = ids()
    assert enter(listed("babylonia"), store.updated(store.frames([]), [first]), 0)
    with pytest.raises(CommandError, match=f"game {first} is missing"):
        equal()
    call_command("facts", "rebuild", "--game", "babylonia")
    equal()
    Table.objects.filter(pk=second).update(confirmed_at=timezone.now() + timedelta(minutes=1))
    with pytest.raises(CommandError, match=f"game {second} has changed"):
        equal()
    Table.objects.filter(pk=second).update(log=None)
    with pytest.raises(CommandError, match=f"game {second} does not count any more"):
        equal()
    call_command("facts", "refresh")
    assert ids() == [first]
    [part] = store_of(BABYLONIA).version
    [path] = store.files.paths([parts.table_file("player_games", part.month, part.tables)])
    table = pq.read_table(path)
    place_of_score = table.column_names.index("score")
    Path(path).unlink()
    more = pc.add(table.column("score"), pa.scalar(1, pa.int32()))
    pq.write_table(table.set_column(place_of_score, "score", more), path)
    parts._groups_of.cache_clear()
    with pytest.raises(CommandError, match="sources"):
        equal()


@pytest.mark.usefixtures("event")
def test_a_log_that_another_process_is_replaying_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [job] = ask_for_verdicts(REVERIFY, list(Verification.objects.values_list("pk", flat=True)))
    assert running._begin(job.pk, "another") is not None
    waited: list[float] = []

    def others_end(seconds: float) -> None:
        waited.append(seconds)
        running._run(Job.objects.get(pk=job.pk))

    monkeypatch.setattr(beside_workers.time, "sleep", others_end)
    call_command("reverify", "--again")
    assert len(waited) == 1
    assert "1 of 1 replayed, verdicts changed: 0" in capsys.readouterr().out


@pytest.mark.usefixtures("event")
def test_a_reverify_that_is_killed_leaves_its_log_to_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:

    def killed(_jobs: list[int]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(reverify, "do_beside_workers", killed)
    with pytest.raises(KeyboardInterrupt):
        call_command("reverify", "--again")
    assert Verification.objects.filter(status=Verification.Status.QUEUED).count() == 1
    do_jobs(REVERIFY)
    assert not Verification.objects.exclude(verdict="verified").exists()


@pytest.mark.both_databases
def test_reverify_tells_changed_verdicts_and_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    proven_event(4, rounds=2)
    call_command("reverify")
    assert "logs to replay: 0" in capsys.readouterr().out
    for module in (
        "nabu.contests.results.management.commands.reverify",
        "nabu.contests.results.tasks",
        "nabu.contests.results.settling.submission",
    ):
        monkeypatch.setattr(f"{module}.ENGINE_VERSION", "99.0", raising=False)
    monkeypatch.setattr(reverify, "AT_ONCE", 1)
    replayed: list[int] = []

    def ended(jobs: list[int], **columns: str) -> list[int]:
        """Somebody has done the job of this log."""
        [job] = Job.objects.filter(pk__in=jobs)
        replayed.append(job.payload["verification"])
        Verification.objects.filter(pk=replayed[-1]).update(status=Verification.Status.DONE, **columns)
        job.delete()
        return []

    def interrupted(jobs: list[int]) -> list[int]:
        if replayed:
            raise KeyboardInterrupt
        return ended(jobs, verdict="verified")

    def rejected(jobs: list[int]) -> list[int]:
        return ended(jobs, verdict="rejected", code="illegal", reason="line 3: no such place")

    monkeypatch.setattr(reverify, "do_beside_workers", interrupted)
    with pytest.raises(KeyboardInterrupt):
        call_command("reverify")
    monkeypatch.setattr(reverify, "do_beside_workers", rejected)
    capsys.readouterr()
    with pytest.raises(CommandError, match="Verdicts changed: 1"):
        call_command("reverify")
    said = capsys.readouterr().out
    assert "logs to replay: 1" in said
    assert "was verified, is rejected illegal: line 3: no such place; the result of table" in said
    assert len(set(replayed)) == 2
