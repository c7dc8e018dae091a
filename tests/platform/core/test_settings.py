"""Production settings: refused without their secrets, strict with them."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from nabu.celery import app
from nabu.core.settings_checks import problem_of_hosts, problem_of_secret

ROOT = Path(__file__).resolve().parents[3]
PRODUCTION = {
    "SECRET_KEY": "k" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
    "ALLOWED_HOSTS": "nabu.example",
    "DATABASE_URL": "sqlite:////nonexistent/nabu.sqlite3",
    "REDIS_URL": "redis://nonexistent",
}
"""What must be set."""
BEHIND_A_PROXY = {**PRODUCTION, "NABU_PROXIES": "1"}
IMPORTS = {
    "DJANGO_SETTINGS_MODULE": "nabu.settings",
    "PYTHONPATH": os.pathsep.join((str(ROOT / "platform"), str(ROOT))),
}
OURS = {*PRODUCTION, "DJANGO_SETTINGS_MODULE", "PYTHONPATH", "DJANGO_ALLOW_ASYNC_UNSAFE"}  # the last: of the browser


EXAMPLE = dict(re.findall(r"^([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE))
"""What a site has that fills in nothing but what it must."""

SHOWN = (
    "DEBUG",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS",
    "SECURE_PROXY_SSL_HEADER",
    "LOG_FORMAT",
    "EMAIL_BACKEND",
    "MAIL_SERVER",
    "MAIL_WOULD_BE_WRITTEN_DOWN",
    "WEBHOOK_PRIVATE",
    "PUSH_KEY",
    "METRICS_TOKEN",
    "REST_FRAMEWORK",
    "KEEP_DAYS",
)
SHOW = f"import json; from nabu import settings as s; print(json.dumps({{n: getattr(s, n, None) for n in {SHOWN}}}))"


def run(*command: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with exactly these settings; it reads what is `given`."""
    plain = {name: value for name, value in os.environ.items() if name not in OURS and not name.startswith("NABU_")}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**plain, **environment},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with exactly these settings."""
    return run("manage.py", *arguments, **environment)


@cache
def settings_of(kind: str) -> dict[str, Any]:
    """What stands in SHOWN. A process for each kind of site, which reads the settings and nothing else."""
    console = {"EMAIL_URL": "consolemail://"}
    environment = {
        "local": {"NABU_LOCAL": "1", **console},
        "proxy": BEHIND_A_PROXY,
        "console": {**PRODUCTION, **console},
        "example": {**EXAMPLE, **PRODUCTION},
    }.get(kind, PRODUCTION)
    shown = run("-c", SHOW, **environment, PYTHONPATH=str(ROOT / "platform") + os.pathsep + str(ROOT))
    found: dict[str, Any] = json.loads(shown.stdout)
    return found


READ = """
import json, os, sys
before, said = dict(os.environ), []
for environment in json.loads(sys.stdin.read()):
    os.environ.clear()
    os.environ.update(before, **environment)
    sys.modules.pop("nabu.settings", None)
    try:
        import nabu.settings
        said.append("")
    except SystemExit as reason:
        said.append(str(reason))
print(json.dumps(said))
"""


def refusals(*environments: dict[str, str]) -> list[str]:
    """What the settings say to each of these; nothing if they load. One process reads them again and again."""
    done = run("-c", READ, given=json.dumps(environments), **IMPORTS)
    found: list[str] = json.loads(done.stdout)
    return found


def test_production_does_not_start_without() -> None:
    missing = [{key: value for key, value in PRODUCTION.items() if key != name} for name in PRODUCTION]
    empty = [{**PRODUCTION, name: ""} for name in PRODUCTION]
    for name, said in zip((*PRODUCTION, *PRODUCTION), refusals(*missing, *empty), strict=True):
        assert said.splitlines()[1].startswith(f"Set {name}. On your own machine use `python3 dev.py run`")
    done = manage("check")
    assert done.returncode == 1
    assert f"\nSet {', '.join(PRODUCTION)}. " in done.stderr
    assert refusals(PRODUCTION) == [""]


LETTERS = PRODUCTION["SECRET_KEY"][20:]
REFUSED = {
    "short": ("SECRET_KEY", "short", "at least 50 characters"),
    "a little too short": ("SECRET_KEY", LETTERS[:49], "at least 50 characters"),
    "one character": ("SECRET_KEY", "k" * 64, "repeats itself"),
    "few characters": ("SECRET_KEY", "abcabcbacba" * 6 + "ab", "repeats itself"),
    "a word many times": ("SECRET_KEY", "correct-horse-battery-staple" * 2, "repeats itself"),
    "of Django": ("SECRET_KEY", f"django-insecure-{LETTERS}", "Django made"),
    "the command of .env.example": (
        "SECRET_KEY",
        next(line for line in (ROOT / ".env.example").read_text().splitlines() if "token_urlsafe" in line),
        "not what it prints",
    ),
    "every host": ("ALLOWED_HOSTS", "*", "not the name of a site"),
    "every host, too": ("ALLOWED_HOSTS", "nabu.example,*", "not the name of a site"),
    "a dot": ("ALLOWED_HOSTS", ".", "not the name of a site"),
    "all of a top-level domain": ("ALLOWED_HOSTS", ".org", "not the name of a site"),
    "a wildcard": ("ALLOWED_HOSTS", "*.nabu.example", "not the name of a site"),
    "an empty name": ("ALLOWED_HOSTS", "nabu.example,,www.nabu.example", "not the name of a site"),
    "a space": ("ALLOWED_HOSTS", "nabu.example, www.nabu.example", "not the name of a site"),
    "an address": ("ALLOWED_HOSTS", "https://nabu.example", "not the name of a site"),
    "a port": ("ALLOWED_HOSTS", "nabu.example:443", "not the name of a site"),
}


def test_production_does_not_start_with(subtests: pytest.Subtests) -> None:
    said = refusals(*({**PRODUCTION, name: value} for name, value, _why in REFUSED.values()))
    for case, sentence in zip(REFUSED, said, strict=True):
        name, value, why = REFUSED[case]
        with subtests.test(case=case):
            assert sentence.splitlines()[1].startswith(f"{name} ")
            assert why in sentence
            assert name != "SECRET_KEY" or value not in sentence


def test_random_secrets_and_names_are_accepted() -> None:
    for secret in (secrets.token_urlsafe(64), secrets.token_hex(32), secrets.token_hex(25)):
        assert problem_of_secret(secret) is None
    assert problem_of_hosts(["nabu.example.org", ".nabu.example", "localhost", "192.0.2.1", "[2001:db8::1]"]) is None


def test_production_is_strict_and_a_local_site_is_not_debug() -> None:
    secure = [*SHOWN[1:4], "SECURE_HSTS_SECONDS"]
    production, local = settings_of("production"), settings_of("local")
    assert (production["DEBUG"], [bool(production[name]) for name in secure]) == (False, [True] * 4)
    assert (local["DEBUG"], [bool(local[name]) for name in secure]) == (False, [False] * 4)


def test_production_behind_no_proxy_believes_no_proxy() -> None:
    assert settings_of("production")["SECURE_PROXY_SSL_HEADER"] is None
    assert "HTTP_X_FORWARDED_PROTO" in settings_of("proxy")["SECURE_PROXY_SSL_HEADER"]


def test_a_console_counts_as_a_mail_server_nowhere() -> None:
    production, local = settings_of("console"), settings_of("local")
    assert production["EMAIL_BACKEND"] == "nabu.messages.notifications.no_mail.NoMail"
    assert (production["MAIL_SERVER"], production["MAIL_WOULD_BE_WRITTEN_DOWN"]) == (False, True)
    assert local["EMAIL_BACKEND"] == "django.core.mail.backends.console.EmailBackend"
    assert (local["MAIL_SERVER"], local["MAIL_WOULD_BE_WRITTEN_DOWN"]) == (False, False)


def test_the_example_file_weakens_nothing() -> None:
    """With it a site is as strict as one without any setting, behind the proxy that it counts."""
    assert settings_of("example") == settings_of("proxy")
    assert not settings_of("example")["MAIL_WOULD_BE_WRITTEN_DOWN"]


def test_the_example_file_sets_what_the_docs_say() -> None:
    installer = (ROOT / "docs/security.md").read_text().partition("## Installer")[2].partition("\n## ")[0]
    documented = dict(re.findall(r"^- `([A-Z_]+)=([^`]*)`: ", installer, re.MULTILINE))
    assert {name: value for name, value in EXAMPLE.items() if value} == documented


def test_a_task_can_never_be_delivered_again_while_it_still_runs() -> None:
    visibility = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    assert settings.CELERY_TASK_SOFT_TIME_LIMIT < settings.CELERY_TASK_TIME_LIMIT < visibility / 2


def test_json_is_the_only_serializer() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == app.conf.event_serializer == app.conf.result_serializer == "json"


def test_the_api_is_closed_by_default() -> None:
    assert settings.REST_FRAMEWORK["DEFAULT_PERMISSION_CLASSES"] == ["rest_framework.permissions.IsAuthenticated"]


def test_a_setting_that_cannot_be_meant_is_refused() -> None:
    format_of_logs, token = refusals(
        {**PRODUCTION, "NABU_LOG_FORMAT": "xml"}, {**PRODUCTION, "NABU_METRICS_TOKEN": "guess me"}
    )
    assert format_of_logs.endswith("\nNABU_LOG_FORMAT is “xml”. It must be json or text.")
    assert token.endswith("\nNABU_METRICS_TOKEN must be random and at least 20 characters long.")


def test_production_logs_json_and_a_local_site_text() -> None:
    assert settings_of("production")["LOG_FORMAT"] == "json"
    assert settings_of("local")["LOG_FORMAT"] == "text"


def test_a_process_that_computes_no_statistics_starts_without_pandas() -> None:
    """Workers, beat and commands: each takes a third longer with it."""
    start = "import sys, django; django.setup(); from nabu.celery import app; app.autodiscover_tasks(force=True)"
    done = run("-c", f"{start}; print('pandas' in sys.modules)", **PRODUCTION, **IMPORTS)
    assert done.stdout.strip() == "False", done.stderr
