"""The benchmark of two hosts reads what pages, metrics and the status page say, and takes no answer for a good one."""

from __future__ import annotations

import json

from django.template.loader import render_to_string

from benchmarks.two_hosts.asking import Answer, checks_of, samples_of
from nabu.operations.operating.status import Check


def answer(status: int, body: str) -> Answer:
    return Answer(status, {}, body, 0.01)


def test_the_number_of_games_is_read_from_pages_and_from_the_api() -> None:
    page = '<p>9 players</p><p><a href="/x">1,204 verified games</a></p><p>3 verified games are still waiting.</p>'
    assert answer(200, page).games == 1204
    assert answer(200, "<p>1 verified game is still waiting to be counted.</p>").games is None
    assert answer(200, json.dumps({"games": 115, "rows": []})).counted == "115"
    assert answer(503, json.dumps({"detail": "Not now."})).counted == "status 503"
    assert answer(0, "").counted == "status 0"


def test_answers_that_differ_in_the_token_of_a_form_only_are_equal() -> None:
    form = '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><p>{}</p>'
    assert answer(200, form.format("a", 1)).digest == answer(200, form.format("b", 1)).digest
    assert answer(200, form.format("a", 1)).digest != answer(200, form.format("a", 2)).digest


def test_the_status_page_is_read_as_it_is_made() -> None:
    made = [
        Check("Workers", True, "Running: a & b"),
        Check("Mail", None, "No mail server."),
        Check("Disk", False, "1 MB"),
    ]
    page = render_to_string("operations/operating/status.html", {"checks": made, "versions": []})
    assert checks_of(page) == {
        "Workers": ("OK", "Running: a & b"),
        "Mail": ("", "No mail server."),
        "Disk": ("Needs attention", "1 MB"),
    }


def test_samples_are_found_by_the_beginning_of_their_names() -> None:
    text = '# HELP nabu_facts_behind_games Games\nnabu_facts_behind_games{game="babylonia"} 3.0\nnabu_broker_up 1.0\n'
    assert samples_of(text, "nabu_facts") == {'nabu_facts_behind_games{game="babylonia"}': 3.0}
