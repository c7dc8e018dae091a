"""What all tests share: hypothesis profiles, a rule against silent skips, and the real services behind fixtures.

Nothing here imports Django before a fixture does: the tests of the plain packages begin a second earlier without it.
Those of the site take tests/with_site.py into their conftest.
"""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import hypothesis
import pytest
from hypothesis import HealthCheck
from pytest_django import DjangoDbBlocker

from tests.object_store import object_store, s3_address  # noqa: F401 - fixtures
from tests.processes import Process, launch
from tests.workers import WORKERS, forget_what_was_taken, no_worker_yet, start_worker, worker, workers  # noqa: F401 - fixtures

ROOT = Path(__file__).resolve().parents[1]

# The garbage collector looks less often for what points to itself: as often as Python does by itself, that was a
# fifteenth of the time of tests of pages.
gc.set_threshold(20_000, 10, 20)

# "short" runs with every change and always tries the same examples; NABU_HYPOTHESIS=long searches for new ones.
SUPPRESSED = [HealthCheck.too_slow, HealthCheck.data_too_large]
hypothesis.settings.register_profile(
    "short", max_examples=12, deadline=None, derandomize=True, suppress_health_check=SUPPRESSED
)
hypothesis.settings.register_profile("long", max_examples=128, deadline=None, suppress_health_check=SUPPRESSED)
hypothesis.settings.load_profile(os.environ.get("NABU_HYPOTHESIS", "short"))

# Tests that may be skipped on a person's machine, never where NABU_REQUIRE_ALL is set: a green run could hide them.
# Those of Firefox may be skipped anywhere: Chromium shows the same, and CI installs one browser.
REQUIRED = ("browser", "postgres", "broker", "gettext", "servers", "s3")

# The end of the reason of a test that no other run has, wherever it is.
OF_LONG_PROFILE = "the long profile runs it"

# The environment variable with the folder that all processes of one run share.
SHARED = "NABU_TESTS_SHARED"


# These begin before all others: whoever began one of them last would work alone for a minute. Those that wait for other
# processes and those that compute take turns.
LONG_FILES = (
    "platform/site/pages/test_permissions.py",
    "platform/operations/test_supervisor.py",
    "platform/site/test_query_counts.py",
    "platform/operations/backups/test_backups.py",
    "browser/test_recording.py",
    "browser/test_every_page_fits.py",
    "browser/test_accessibility.py",
    "browser/test_recorder.py",
    "platform/site/api/test_permissions.py",
    "browser/test_tournament_day.py",
    "platform/site/api/test_bodies.py",
    "platform/operations/test_full_disk.py",
    "analytics/test_store.py",
    "benchmarks/test_load.py",
    "platform/contests/results/test_workers.py",
    "platform/site/api/test_fuzz.py",
    "platform/test_dev.py",
    "platform/operations/demo/test_demo.py",
    "platform/catalogue/test_translations.py",
    "platform/statistics/dashboards/test_pages.py",
    "platform/operations/test_old_site.py",
    "platform/core/test_settings.py",
    "engine/test_differential.py",
    "engine/test_conformance.py",
    "engine/test_one_place_changes.py",
    "engine/test_ishtar_reference.py",
)


def pytest_configure(config: pytest.Config) -> None:
    """Make a folder that all processes of this run share; it ends with the run."""
    # Nothing that tests start is nicer than they are and writes to a database (nabu.core.write_guard).
    os.environ["NABU_WRITERS_NICE"] = str(os.getpriority(os.PRIO_PROCESS, 0))
    if not hasattr(config, "workerinput"):
        folder = Path(tempfile.mkdtemp(prefix="nabu-tests-"))
        os.environ[SHARED] = str(folder)
        config.add_cleanup(lambda: _take_away(folder))


def _take_away(shared: Path) -> None:
    for noted in shared.glob("*.database"):
        name = noted.read_text()
        if not name.startswith(str(shared)):
            # A database of PostgreSQL. Whoever only hands out tests has not loaded Django.
            import tests.with_site  # noqa: F401
            from tests.platform.databases import drop_database

            drop_database(name)
    shutil.rmtree(shared)


def database_for_all(kind: str, make: Callable[[Path], str]) -> str:
    """The name of a database that the first process of a run that asks for it makes for all of them, by
    `make(the folder they share)`. Nobody works on it; whoever needs it begins with a copy."""
    shared = Path(os.environ[SHARED])
    noted = shared / f"{kind}.database"
    with (shared / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not noted.exists():
            noted.write_text(make(shared))
    return noted.read_text()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None]:
    """Each process of a run collects all tests. In a fresh clone the first compiles them, which takes longer than the
    rest of collecting, and the others find what it has written."""
    with after_the_first(Path(__file__)) if _in_a_process_of_many(session.config) else nullcontext():
        return (yield)


def _in_a_process_of_many(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput") and not sys.dont_write_bytecode


@contextmanager
def after_the_first(file: Path) -> Iterator[None]:
    """Whoever comes first has the lock of this file alone; all others wait for it, and not for each other."""
    with file.open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        yield


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what starts a worker or the S3 server, before pytest selects by marks. `dev.py test` runs workers on
    PostgreSQL too."""
    if "s3_address" in getattr(item, "fixturenames", ()):
        item.add_marker("s3")
    on_both = item.path.is_relative_to(ROOT / "tests" / "platform")
    if on_both and "start_worker" in getattr(item, "fixturenames", ()):
        item.add_marker("worker")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first; all others, and the tests of each file, stay in their order."""
    places = {ROOT / "tests" / name: place for place, name in enumerate(LONG_FILES)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


def pytest_collection_finish() -> None:
    """What is imported and collected now stays to the end: the garbage collector need not look through it again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn the skip of a required test into a failure."""
    report = yield
    required = any(item.get_closest_marker(name) for name in REQUIRED) and OF_LONG_PROFILE not in str(report.longrepr)
    if report.skipped and required and os.environ.get("NABU_REQUIRE_ALL") == "1" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"NABU_REQUIRE_ALL is set, but this was skipped: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def own_var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep the tests away from the developer's site: a var folder of their own, and no broker unless asked for."""
    from django.conf import settings
    from prometheus_client.values import ValueClass

    from nabu.celery import app
    from nabu.core.counters import ERRORS, REQUESTS, SECONDS

    folder = tmp_path_factory.mktemp("var")
    settings.VAR = folder
    settings.BACKUPS = str(folder / "backups")
    # Not the one that belongs to this var: a web server that a test starts there empties it. And what was asked while
    # the tests were collected, their schema for example, has opened files in another one.
    ValueClass.close_all_files()  # type: ignore[attr-defined]
    with warnings.catch_warnings(action="ignore"):
        for metric in (REQUESTS, SECONDS, ERRORS):
            metric.clear()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    settings.REDIS_URL = f"unix://{folder}/no-broker.sock"
    for name in ("default", "pages"):
        settings.CACHES[name]["LOCATION"] = settings.REDIS_URL
    app.conf.broker_url = settings.REDIS_URL.replace("unix://", "redis+socket://")
    # The one more try comes at once: most tests have no broker, and many queue something.
    app.conf.broker_transport_options = {**app.conf.broker_transport_options, "interval_start": 0, "interval_step": 0}
    return folder


@pytest.fixture
def no_shared_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database forgets after each test, and after each example of one, and gives the same numbers again."""
    from hypothesis.extra.django import TestCase

    set_up = TestCase.setup_example

    def forget_and_set_up(case: TestCase) -> None:
        forget_what_is_kept()
        set_up(case)

    monkeypatch.setattr(TestCase, "setup_example", forget_and_set_up)
    forget_what_is_kept()


def forget_what_is_kept() -> None:
    """What this process remembers of pages and standings, and of a clock that a test has moved."""
    from nabu.contests.ratings.queries import temperature_at
    from nabu.contests.results.table.shared import tournament_of_table
    from nabu.contests.tournaments import kept_results
    from nabu.contests.tournaments.rounds import cards
    from nabu.contests.tournaments.topics import forget_numbers
    from nabu.core.database_clock import OFFSET
    from nabu.people.profiles.clubs import season
    from nabu.statistics.dashboards.player.over_time import dated_ratings
    from nabu.statistics.dashboards.player.percentiles import listed_ratings
    from nabu.web.shared_pages.store import searches, store
    from nabu.web.site_time.zone import REMEMBERED

    # Nobody has chosen a time zone; tests of that ask the database again.
    REMEMBERED.zone, REMEMBERED.until = None, float("inf")
    OFFSET.behind = timedelta()
    store.forget()
    searches.forget()
    forget_numbers()
    cards.MEMORY.forget()
    kept_results.MEMORY.forget()
    kept_results.SMALL.forget()
    season.PLACES.forget()
    tournament_of_table.cache_clear()
    temperature_at.cache_clear()
    listed_ratings.cache_clear()
    dated_ratings.cache_clear()


STORES = count()


@pytest.fixture
def english() -> None:
    """A page that was asked for in another language leaves that language to the next test of its process."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture
def own_facts(own_var: Path) -> None:
    """An empty store of the statistics: the database forgets after each test, files do not."""
    from django.conf import settings

    settings.FACTS = own_var / f"facts-{next(STORES)}"


@pytest.fixture(scope="session")
def migrated(own_var: Path, django_db_blocker: DjangoDbBlocker) -> str:
    """The name of a database that only `migrate` has touched: made once for all processes of a run."""
    from django.core.management import call_command
    from django.db import connection

    from tests.platform.databases import create_database, current_database, working_on

    def make(shared: Path) -> str:
        on_sqlite = connection.vendor == "sqlite"
        name = str(shared / "migrated.sqlite3") if on_sqlite else f"test_{current_database()}_migrated"
        with django_db_blocker.unblock():
            if not on_sqlite:
                create_database(name)
            with working_on(name):
                call_command("migrate", interactive=False, verbosity=0)
            connection.close()
        return name

    return database_for_all("migrated", make)


@pytest.fixture(scope="session")
def give_tables(migrated: str) -> Callable[[Path], None]:
    """Return `give_tables(var)`: a site that is started in this folder finds its database migrated."""
    from django.db import connection

    def give(var: Path) -> None:
        if connection.vendor == "sqlite":
            var.mkdir(parents=True, exist_ok=True)
            shutil.copy(migrated, var / "nabu.sqlite3")

    return give


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, migrated: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The test database begins as a copy. SQLite's is a file, so that a worker process can open it too."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    own = database.setdefault("TEST", {})
    if database["ENGINE"] == "nabu.core.sqlite":
        own["NAME"] = shutil.copy(migrated, str(tmp_path_factory.mktemp("database") / "test.sqlite3"))
    else:
        own["TEMPLATE"] = migrated


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What a test has committed goes quickly. PostgreSQL drops no database in which somebody still works: the server
    may notice late that a process of the last test is gone."""
    from django.db import connection

    from nabu.core.db_timeouts import PATIENCE
    from tests.emptying import emptied_quickly
    from tests.platform.databases import end_other_sessions

    with emptied_quickly():
        yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            end_other_sessions()
    # Behind a pooler they would come with DROP DATABASE, in one transaction.
    PATIENCE.limits = {}


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Django would throw away the copy of the file; it goes with pytest's folder."""
    from django.db import connection

    return django_db_keepdb or connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def any_score_is_usual() -> None:
    """Tests write small round scores, which no bot ever had; those about unusual scores switch the question on."""
    from django.conf import settings

    settings.USUAL_SCORES_OF_BOTS = False


@pytest.fixture(scope="session")
def fast_passwords() -> None:
    """The real password hasher is slow on purpose."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def compute_here() -> Iterator[None]:
    """Tests change what is computed, and a child of each test process would import everything once more."""
    from nabu.core.background import Background

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Background, "compute", lambda self, function, args, kwargs: function(*args, **kwargs))
        yield


@pytest.fixture(scope="session")
def wait_until() -> Callable[..., None]:
    """Return `wait_until(condition, seconds=90, what="...", pause=0.05)`: looks after each pause, and fails when the
    time is over."""

    def wait(
        condition: Callable[[], object], seconds: float = 90.0, what: str = "the condition", pause: float = 0.05
    ) -> None:
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                pytest.fail(f"{what} did not come true within {seconds} s")
            time.sleep(pause)

    return wait


@pytest.fixture(scope="session")
def broker_of_the_tests(own_var: Path, wait_until: Callable[..., None], worker_id: str) -> Iterator[str]:
    """A real broker's address: the one in REDIS_URL (a database of its own per test process), else embedded Valkey."""
    from nabu.operations.supervisor.broker import answers

    given = os.environ.get("REDIS_URL")
    if given:
        parts = urlsplit(given)
        number = 1 + int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 1
        yield urlunsplit(parts._replace(path=f"/{number}"))
        return
    # Short: the path of a unix socket holds little more than 100 bytes.
    folder = Path(tempfile.mkdtemp(prefix="nabu-"))
    process = start_valkey(folder)
    try:
        url = f"unix://{folder}/valkey.sock"
        wait_until(lambda: answers(url), what="the broker's answer")
        yield url
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


@pytest.fixture
def broker(broker_of_the_tests: str) -> Iterator[str]:
    """A real broker, to which this test sends. Those that ask for none have none, whatever ran before them."""
    with celery_uses(broker_of_the_tests) as url:
        yield url


@pytest.fixture
def empty_queues(request: pytest.FixtureRequest) -> None:
    """All tests of a process share its broker: what an earlier one has sent, or a worker that was killed still had,
    would take its turn before what a test with a worker sends. One without a worker has no worker."""
    if "broker" in request.fixturenames:
        from nabu.celery import app

        request.getfixturevalue("broker")
        if "start_worker" not in request.fixturenames:
            WORKERS.end()
        forget_what_was_taken()
        app.control.purge()


def start_valkey(folder: Path) -> subprocess.Popen[bytes]:
    """Start an embedded broker that keeps its data in `folder` and listens at `folder`/valkey.sock."""
    from nabu.operations.supervisor.broker import valkey_command

    return subprocess.Popen(
        valkey_command(folder, folder / "valkey.sock"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@contextmanager
def celery_uses(url: str) -> Iterator[str]:
    """Let this process send its tasks to `url` for a while."""
    from django.conf import settings

    before = settings.REDIS_URL
    _send_to(url)
    try:
        yield url
    finally:
        _send_to(before)


def _send_to(url: str) -> None:
    """Point Celery to another broker. It keeps its connections in pools, which are of no use when closed."""
    import kombu.pools
    from django.conf import settings

    from nabu.celery import app

    settings.REDIS_URL = url
    app.conf.broker_url = url.replace("unix://", "redis+socket://")
    kombu.pools.reset()
    app._pool = None
    app.amqp._producer_pool = None


@pytest.fixture
def start_process(own_var: Path) -> Iterator[Callable[..., Process]]:
    """Return `start_process(command, environment)`: a process of the platform, which ends with the test."""
    started: list[Process] = []

    def start(command: list[str], environment: dict[str, str]) -> Process:
        started.append(launch(command, environment, own_var / f"process-{len(started)}.log"))
        return started[-1]

    yield start
    for process in started:
        process.kill_group()


@pytest.fixture
def site_environment(transactional_db: None, own_var: Path) -> dict[str, str]:
    """The environment with which another process works on the database of the running tests; it names no broker."""
    from django.conf import settings

    return {
        "NABU_LOCAL": "1",
        "NABU_VAR": str(own_var),
        "NABU_FACTS": str(settings.FACTS),
        "DATABASE_URL": database_url_of_the_tests(),
        "REDIS_URL": f"unix://{own_var}/no-broker.sock",
    }


def database_url_of_the_tests() -> str:
    """Return the DATABASE_URL under which another process finds the database of the running tests."""
    from django.db import connection

    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
