"""docs/servers/prometheus and grafana: promtool takes them, and they ask for what a running site says."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings as site
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from nabu.core.counters import ERRORS, set_open_streams
from nabu.web.jobs.kinds import KINDS
from nabu.web.jobs.tasks import sweep

ROOT = Path(__file__).resolve().parents[4]
RULES = ROOT / "docs/servers/prometheus"
BOARD = json.loads((ROOT / "docs/servers/grafana/nabu.json").read_text())
PANELS: list[dict[str, Any]] = [panel for panel in BOARD["panels"] if panel["type"] != "row"]
TOKEN = "a token that nobody guesses"

PROMETHEUS_ITSELF = {"up", "ALERTS"}
POSTGRES_ONLY = {"nabu_database_connections", "nabu_database_connections_limit"}
OF_BACKUPS_AND_STATISTICS = re.compile(r"nabu_(backups?|restore|facts)_[a-z_]+")
"""Some of these are there only once there is something to say."""

SELECTOR = re.compile(r"\b((?:nabu|process)_[a-z_]+)(?:\{([^}]*)\})?")
MATCHER = re.compile(r'([a-z_]+)(=~|!=|!~|=)"([^"]*)"')


def alerts() -> list[dict[str, Any]]:
    groups = yaml.safe_load((RULES / "nabu.rules.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def expressions() -> list[str]:
    return [alert["expr"] for alert in alerts()] + [target["expr"] for panel in PANELS for target in panel["targets"]]


def names_in(expression: str) -> set[str]:
    return {name for name, _matchers in SELECTOR.findall(expression)}


@pytest.fixture
def exposed(broker: str, client: Client, settings: Settings) -> dict[str, set[str]]:
    """The samples of a running site, with the names of their labels."""
    settings.METRICS_TOKEN = TOKEN
    client.get("/games/")
    ERRORS.labels("ZeroDivisionError").inc(0)
    set_open_streams(0)
    sweep()
    found: dict[str, set[str]] = {}
    for address in ("/metrics", "/metrics/site"):
        page = client.get(address, headers={"authorization": f"Bearer {TOKEN}"}).content.decode()
        for family in text_string_to_metric_families(page):
            for sample in family.samples:
                found.setdefault(sample.name, {"job", "instance"}).update(sample.labels)
    return found


@pytest.mark.broker
@pytest.mark.django_db
def test_rules_and_dashboard_ask_for_what_a_site_says(exposed: dict[str, set[str]]) -> None:
    names = {name for expression in expressions() for name in names_in(expression)}
    asked = {name for name in names if not OF_BACKUPS_AND_STATISTICS.fullmatch(name)}
    assert asked - set(exposed) - POSTGRES_ONLY == set()
    for expression in expressions():
        for name, matchers in SELECTOR.findall(expression):
            used = {label for label, _how, _value in MATCHER.findall(matchers)}
            assert used <= exposed.get(name, used), expression


@pytest.mark.broker
@pytest.mark.django_db
def test_the_dashboard_shows_all_of_it(exposed: dict[str, set[str]]) -> None:
    shown = {re.sub(r"_(bucket|sum|count)$", "", name) for panel in PANELS for name in names_in(str(panel["targets"]))}
    said = {re.sub(r"_(bucket|sum|count|created)$", "", name) for name in exposed}
    assert said - shown == set()


def test_queues_and_kinds_in_rules_exist() -> None:
    known = {"queue": set(site.QUEUES), "kind": set(KINDS), "job": {"nabu", "nabu-site"}}
    for expression in expressions():
        for _name, matchers in re.findall(r"\b([a-z_]+)\{([^}]*)\}", expression):
            for label, _how, value in MATCHER.findall(matchers):
                assert set(value.split("|")) <= known.get(label, set(value.split("|"))), expression


def test_each_alert_says_what_to_do_and_was_seen_to_fire() -> None:
    page = (ROOT / "docs/operating.md").read_text()
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    }
    tested = yaml.safe_load((RULES / "nabu.rules.test.yml").read_text())["tests"]
    fired = {
        case["alertname"] for group in tested for case in group.get("alert_rule_test", []) if case.get("exp_alerts")
    }
    for alert in alerts():
        file, _hash, anchor = alert["annotations"]["runbook"].partition("#")
        assert file == "docs/operating.md"
        assert anchor in anchors
        assert alert["annotations"]["summary"]
        assert alert["labels"]["severity"] in ("page", "ticket")
        assert f"`{alert['alert']}`" in page
    assert fired == {alert["alert"] for alert in alerts()}


def test_panels_have_titles_units_and_places_of_their_own() -> None:
    ids = [panel["id"] for panel in BOARD["panels"]]
    assert len(set(ids)) == len(ids)
    [source] = [each for each in BOARD["templating"]["list"] if each["type"] == "datasource"]
    for panel in PANELS:
        assert panel["title"]
        assert panel["fieldConfig"]["defaults"]["unit"]
        for part in (panel, *panel["targets"]):
            assert part["datasource"] == {"type": "prometheus", "uid": f"${{{source['name']}}}"}
        assert all(target["legendFormat"] for target in panel["targets"])
        assert len({target["refId"] for target in panel["targets"]}) == len(panel["targets"])
    taken = [
        (x, y)
        for panel in BOARD["panels"]
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(set(taken)) == len(taken)
    assert max(x for x, _y in taken) < 24


@pytest.mark.servers
def test_promtool_takes_the_files(tmp_path: Path) -> None:
    """The expressions of the dashboard too: as rules that record them."""
    program = shutil.which("promtool")
    if program is None:
        pytest.skip("there is no promtool; on Debian it is in the package prometheus")
    for path in RULES.iterdir():
        shutil.copy(path, tmp_path)
    filled = {"$__rate_interval": "1m", "$instance": ".*"}
    recorded = []
    for number, target in zip(itertools.count(), [target for panel in PANELS for target in panel["targets"]]):
        expression = target["expr"]
        for name, value in filled.items():
            expression = expression.replace(name, value)
        recorded.append({"record": f"panel:{number}", "expr": expression})
    (tmp_path / "board.yml").write_text(yaml.safe_dump({"groups": [{"name": "board", "rules": recorded}]}))
    for command in (
        ["check", "config", "--syntax-only", "prometheus.yml"],
        ["check", "rules", "nabu.rules.yml", "board.yml"],
        ["test", "rules", "nabu.rules.test.yml"],
    ):
        done = subprocess.run([program, *command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.servers
@pytest.mark.broker
@pytest.mark.django_db
def test_promtool_finds_no_fault_in_the_names(broker: str, client: Client, settings: Settings) -> None:
    program = shutil.which("promtool")
    if program is None:
        pytest.skip("there is no promtool; on Debian it is in the package prometheus")
    settings.METRICS_TOKEN = TOKEN
    client.get("/games/")
    sweep()
    for address in ("/metrics", "/metrics/site"):
        page = client.get(address, headers={"authorization": f"Bearer {TOKEN}"}).content
        done = subprocess.run([program, "check", "metrics"], input=page, capture_output=True, check=False)
        assert (done.returncode, done.stdout + done.stderr) == (0, b"")
