"""The settings of a site: each is checked at the start, all together, and the docs say what the declarations say."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.checks.registry import registry
from django.test import override_settings

from nabu.core.environment import table
from nabu.core.environment.docs import markdown
from nabu.core.environment.reading import Environment, InvalidEnvironment, misspelt
from nabu.core.environment.table import MAKE_LOCAL, OF_THE_SITE, TABLE
from nabu.operations.operating.checks import check_names, check_proxies
from tests.cases import each
from tests.platform.core.test_settings import IMPORTS, PRODUCTION, run

ROOT = Path(__file__).resolve().parents[4]


def read(**given: str) -> Environment:
    return Environment(given, TABLE, MAKE_LOCAL)


def problems_of(**given: str) -> list[str]:
    """The sentences; none if the site may start."""
    try:
        read(**given)
    except InvalidEnvironment as found:
        head, *sentences = str(found).splitlines()
        assert head == "Nabu does not start with these settings (docs/operating.md explains them):"
        return sentences
    return []


WRONG = {
    "NABU_WEB_THREADS": ("0", "-1", "4.5", "four", "1e3", "²"),
    "NABU_API_RATE_ANON": ("abc", "120", "/min", "0/min", "120/fortnight", "-5/min"),
    "REDIS_URL": ("localhost:6379", "redis://", "redis://host:99999", "redis://host:6379/first", "unix://", "http://a"),
    "DATABASE_URL": (
        "localhost", "mysql://a:b@c/d", "postgresql://a:b/c@host/name", "postgresql://host", "sqlite:", "nabu.sqlite3",
    ),
    "NABU_STREAMS": ("-1", "4000"),
    "NABU_TIME_ZONE": ("Mars/X", "Europe", "../etc/passwd", "/etc/localtime"),
    "NABU_HTTPS": ("flase", "2", "yes please"),
    "NABU_DEBUG": ("perhaps",),
    "NABU_PROXIES": ("one", "-1"),
    "NABU_HSTS_SECONDS": ("-1", "30 days"),
    "CSRF_TRUSTED_ORIGINS": ("nabu.example", "https://a,,https://b", "https://a:0", "https://a/path"),
    "NABU_LOG_LEVEL": ("LOUD",),
    "NABU_LOG_FORMAT": ("xml",),
    "NABU_METRICS_TOKEN": ("guess me",),
    "EMAIL_URL": ("mail.example", "smtp://", "smtp://a:b/c@mail.example:25", "pigeon://a", "smtp://host:port"),
    "NABU_FROM_EMAIL": ("nabu", "nabu@", "a\nb@c"),
    "NABU_CONTACT": ("call me", "http://example.org", "https://", "https://example.org/a b"),
    "NABU_KEEP_MAILS_DAYS": ("0", "3651"),
    "NABU_ADDRESS": ("nabu.example", "https://", "https://nabu.example/club", "https://nabu.example:99999"),
    "NABU_PUSH_KEY": ("guess me",),
    "NABU_LAB_HOURS": ("nan", "-1", "inf", "two"),
    "NABU_LAB_CHUNKS": ("0",),
    "NABU_LOCK_SECONDS": ("-1", "10s"),
    "NABU_BIND": ("8000", "127.0.0.1:99999", "127.0.0.1", "unix:relative", "0.0.0.0:0"),
    "WEB_CONCURRENCY": ("0", "two"),
    "NABU_WORKERS": ("0",),
    "NABU_PORT": ("eighty", "0", "65536"),
    "NABU_DEMO": ("never",),
    "NABU_BACKUPS": (
        "s3://", "s3://key:secret@bucket/nabu", "gs://bucket", "s3://bucket?regoin=eu", "s3://Bucket_1", "https://host/a",
        "s3://bucket?scheme=ftp", "s3://bucket?access_key=a", "s3://bucket/our backups",
    ),
}  # fmt: skip


@each("name", WRONG)
def test_what_cannot_be_meant_is_refused_with_one_sentence(name: str) -> None:
    kind = next(each_.kind for each_ in TABLE if each_.name == name)
    for value in WRONG[name]:
        (sentence,) = problems_of(**{**PRODUCTION, name: value})
        assert sentence.startswith(f"{name} must be " if kind.secret else f"{name} is “"), value
        assert not kind.secret or value not in sentence.replace(kind.must_be, "")


RIGHT = {
    "NABU_WEB_THREADS": ("1", "64"),
    "NABU_API_RATE_ANON": ("120/min", "1/day", "10/s", "3000/hour"),
    "REDIS_URL": (
        "redis://redis", "redis://:secret@host:6379/0", "rediss://host:6380/1", "redis://[::1]:6379", "unix:///run/v.sock",
    ),
    "DATABASE_URL": (
        "postgresql://nabu:p%2Fw@host:5432/nabu", "postgres://host/name?sslmode=require", "sqlite:////srv/n.sqlite3",
    ),
    "NABU_STREAMS": ("0", "3900"),
    "NABU_TIME_ZONE": ("Europe/Berlin", "UTC", "Etc/GMT+5"),
    "NABU_HTTPS": ("1", "0", "True", "off", ""),
    "CSRF_TRUSTED_ORIGINS": ("https://a.example, https://*.b.example:8443",),
    "NABU_LOG_LEVEL": ("debug", "WARNING"),
    "EMAIL_URL": ("smtp+tls://user:p%40ss@mail.example:587", "smtp://mail.example", "dummymail://", "consolemail://"),
    "NABU_FROM_EMAIL": ("nabu@localhost", "Nabu <nabu@example.org>"),
    "NABU_CONTACT": ("us@example.org", "https://example.org/report"),
    "NABU_ADDRESS": ("https://nabu.example/", "http://10.0.0.5:8000", "https://[2001:db8::1]"),
    "NABU_LAB_HOURS": ("0.5", "2", "0"),
    "NABU_BACKUPS": (
        "/srv/backups", "backups", "off", "s3://bucket", "s3://a.bucket-1/nabu/site?region=eu-central-1",
        "s3://bucket?scheme=http&endpoint_override=127.0.0.1:9000",
    ),
    "NABU_BIND": ("0.0.0.0:8000", ":8000", "[::1]:8000", "unix:/run/nabu.sock", "localhost:80"),
}  # fmt: skip


@each("name", RIGHT)
def test_what_can_be_meant_is_taken(name: str) -> None:
    for value in RIGHT[name]:
        assert problems_of(**{**PRODUCTION, name: value}) == [], value


def test_everything_that_is_wrong_is_said_at_once() -> None:
    wrong = {"NABU_STREAMS": "-1", "NABU_TIME_ZONE": "Mars/X", "SECRET_KEY": "short", "DATABASE_URL": ""}
    said = problems_of(**{**PRODUCTION, **wrong})
    assert [sentence.split()[0] for sentence in said] == ["Set", "SECRET_KEY", "NABU_TIME_ZONE", "NABU_STREAMS"]
    assert said[0].startswith("Set DATABASE_URL. ")


def test_an_empty_variable_is_not_set() -> None:
    """As a line without a value in .env is: an empty NABU_HTTPS does not switch HTTPS off."""
    empty = read(**{**{each_.name: "" for each_ in TABLE}, **PRODUCTION})
    assert (empty[table.HTTPS], empty[table.WEB_THREADS], empty[table.TIME_ZONE]) == (True, 4, "UTC")


def test_a_site_of_ones_own_needs_nothing_and_has_its_own_defaults() -> None:
    local, production = read(NABU_LOCAL="1"), read(**PRODUCTION)
    assert (local.is_local, production.is_local, read(NABU_DEBUG="1").is_local) == (True, False, True)
    assert (local[table.HTTPS], local[table.LOG_FORMAT], local[table.WEBHOOK_PRIVATE]) == (False, "text", True)
    assert (production[table.HTTPS], production[table.LOG_FORMAT]) == (True, "json")
    assert not production[table.WEBHOOK_PRIVATE]
    assert read(NABU_LOCAL="1", NABU_HTTPS="1")[table.HTTPS]
    assert problems_of(NABU_LOCAL="1", SECRET_KEY="short", ALLOWED_HOSTS="*") == []


def test_hosts_with_the_same_settings_have_the_same_marks() -> None:
    """One host may find things elsewhere and be larger; whatever else differs is named."""
    here, key = dict(PRODUCTION), PRODUCTION["SECRET_KEY"]

    def marks(secret: str = key, **given: str) -> dict[str, str]:
        return read(**{**here, **given}).marks(OF_THE_SITE, secret)

    elsewhere = {
        "NABU_VAR": "/srv/other",
        "NABU_FACTS": "/mnt/facts",
        "WEB_CONCURRENCY": "8",
        "NABU_LOG_LEVEL": "DEBUG",
    }
    assert marks(**elsewhere, DATABASE_URL="postgresql://nabu:other@10.0.0.1/nabu") == marks()
    other = marks(NABU_KEEP_MAILS_DAYS="7", EMAIL_URL="smtp+tls://u:p@mail.example:587")
    assert {name for name, mark in other.items() if mark != marks()[name]} == {"NABU_KEEP_MAILS_DAYS", "EMAIL_URL"}
    assert not set(marks(secret="x" * 50).values()) & set(marks().values()), "nobody finds a value without the key"


PROGRAMS = {
    "manage.py": ["manage.py", "check"],
    "gunicorn": ["-m", "gunicorn", "--config", "python:nabu.gunicorn_conf"],
    "celery": ["-m", "celery", "--app=nabu", "worker"],
}


@each("program", PROGRAMS)
def test_every_program_says_it_without_a_traceback(program: str) -> None:
    wrong = {"NABU_STREAMS": "-1", "NABU_TIME_ZONE": "Mars/X"}
    done = run(*PROGRAMS[program], **{**PRODUCTION, **IMPORTS, **wrong})
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    said = done.stderr.strip().splitlines()
    assert [line.split()[0] for line in said] == ["Nabu", "NABU_TIME_ZONE", "NABU_STREAMS"]


def test_the_docs_have_the_table_of_the_declarations() -> None:
    """`python -m nabu.core.environment` prints it."""
    assert f"\n{markdown()}\n" in (ROOT / "docs" / "operating.md").read_text()


def test_nothing_of_the_platform_reads_the_environment_past_the_table() -> None:
    """But for what one process of ours tells another, and for what must start before Django."""
    own = {
        "NABU_LOG_FILE", "NABU_READY_PIPE", "NABU_WRITERS_NICE", "PROMETHEUS_MULTIPROC_DIR", "DJANGO_SETTINGS_MODULE",
        "PYTHONPATH", "CHROMIUM", "OPENBLAS_NUM_THREADS", "PATH",
    }  # fmt: skip
    names = own | {each_.name for each_ in TABLE}
    command = ["git", "grep", "-nhoE", r"""(environ(\.get|\.setdefault)?[[(]|getenv\()["'][A-Z_]+""", "--", "platform"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert found
    assert {line.replace("'", '"').rpartition('"')[2] for line in found} <= names


def test_https_behind_no_proxy_is_a_warning(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT, settings.NABU_PROXIES = True, 0
    (warning,) = check_proxies()
    assert (warning.id, "NABU_PROXIES=1" in (warning.hint or "")) == ("nabu.W001", True)
    for proxies, https in ((1, True), (0, False)):
        with override_settings(NABU_PROXIES=proxies, SECURE_SSL_REDIRECT=https):
            assert check_proxies() == []


def test_a_misspelt_name_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NABU_STREMS", "500")
    assert [(warning.msg, warning.hint) for warning in check_names()] == [
        ("NABU_STREMS is not a setting of Nabu.", "Did you mean NABU_STREAMS?")
    ]
    others = ("NABU_WEB_MEMORY", "NABU_WORKER_MEMORY", "NABU_POSTGRES_MEMORY", "NABU_CPUS", "NABU_HYPOTHESIS", "HOME")
    own = ("NABU_REQUIRE_ALL", "NABU_TESTS_DELAY", "NABU_LOG_FILE", "NABU_READY_PIPE", "NABU_WRITERS_NICE", "PATH")
    assert misspelt(dict.fromkeys((*others, *own), "1"), TABLE) == {}


def test_they_belong_to_the_deployment_check() -> None:
    assert {check_proxies, check_names} <= registry.deployment_checks
