"""Names that others have written down stay: of tasks in queues, of modules in the files of servers."""

import re
from importlib.util import find_spec

from django.conf import settings

from nabu.celery import app

TASKS = [
    "nabu.claims.tasks.forget_wrong_codes",
    "nabu.dashboards.tasks.ask_for_fits",
    "nabu.dashboards.tasks.look_after_store",
    "nabu.idempotency.tasks.forget_keys",
    "nabu.jobs.tasks.purge",
    "nabu.jobs.tasks.run",
    "nabu.jobs.tasks.sweep",
    "nabu.notifications.tasks.purge",
    "nabu.operating.tasks.purge_access",
    "nabu.players.tasks.purge",
    "nabu.quotas.tasks.forget_uploads",
    "nabu.ratings.tasks.measure_all",
    "nabu.ratings.tasks.measure_quality",
    "nabu.results.tasks.count_scores",
    "nabu.results.tasks.look_for_refused",
    "nabu.webhooks.tasks.purge",
]
"""What a queue may still hold under these names when a newer version takes it over: shelves are no part of them."""

OPERATORS = ("nabu.settings", "nabu.settings_local", "nabu.asgi", "nabu.gunicorn_conf", "nabu.celery", "nabu.probe")
"""Modules that operators have in commands and files of their own."""

SERVERS = [settings.ROOT / "Dockerfile", settings.ROOT / "docker-compose.yml", *settings.ROOT.glob("docs/servers/*.*")]


def test_a_message_queued_under_any_old_name_is_carried_out() -> None:
    app.loader.import_default_modules()
    assert [name for name in TASKS if name not in app.tasks] == []


def test_no_task_is_called_after_a_shelf() -> None:
    app.loader.import_default_modules()
    shelves = {path.name for path in (settings.ROOT / "platform" / "nabu").iterdir() if path.is_dir()}
    assert [name for name in app.tasks if name.split(".")[1] in shelves and name.startswith("nabu.")] == []


def test_beat_sends_only_what_workers_know() -> None:
    app.loader.import_default_modules()
    assert [entry["task"] for entry in app.conf.beat_schedule.values() if entry["task"] not in app.tasks] == []


def test_the_modules_that_a_server_starts_are_there() -> None:
    modules = re.compile(r"""(?:-m["', ]+|python:|--app[= ]|MODULE=)(nabu[\w.]*)""")
    named = {name: path.name for path in SERVERS for name in modules.findall(path.read_text())}
    assert {"nabu", "nabu.settings", "nabu.gunicorn_conf", "nabu.probe"} <= named.keys()
    assert [f"{name} in {path}" for name, path in named.items() if find_spec(name) is None] == []


def test_what_operators_have_written_down_stands_where_it_stood() -> None:
    assert [name for name in OPERATORS if find_spec(name) is None] == []
