"""Experiments from the form to the answer: parts that are lost or come twice, pause, call off, pages, API, command."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from analytics.experiment_results import LuckGain, Results, results_of
from analytics.experiments import ExperimentSums, Measure, Plan, Tally, balance_measures_of, measures_of, play_games
from analytics.frames import UNIT
from analytics.intervals import Interval
from engine.registry import get_game
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.catalogue.games.services import load_component_set
from nabu.catalogue.variants.services import VariantSpec, save_variant
from nabu.core.errors import NotAllowed, Refused
from nabu.statistics.lab import runs, services, skill_and_luck
from nabu.statistics.lab.costs import Cost
from nabu.statistics.lab.models import Chunk, Experiment
from nabu.statistics.lab.plans import plan_of
from nabu.statistics.lab.reports import answers_of, command_line, conclusion, report_of
from nabu.statistics.lab.services import Choice, ExperimentDesign, create_experiment
from nabu.web.jobs import running
from nabu.web.jobs.asking import live_jobs
from nabu.web.jobs.kinds import KINDS
from nabu.web.jobs.models import Job
from tests.cases import each
from tests.platform.by_hand import do_job, long_ago, sweep_by_hand
from tests.platform.scenario import account, component_file

pytestmark = pytest.mark.django_db

BABYLONIA = get_game("babylonia")
TWO_ARMS = (Choice(ruleset="base"), Choice(ruleset="seven_of_nine"))
SMALL: dict[str, Any] = {"name": "Small", "players": 2, "games": 12, "bots": ["random"], "seed": "7", "arms": TWO_ARMS}


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The chunks that were asked for; the tests play them themselves. Five games a chunk."""
    sent: list[int] = []
    ask = runs.ask

    def asked(kind: str, key: str, payload: dict[str, int]) -> Job:
        sent.append(payload["chunk"])
        return ask(kind, key, payload)

    monkeypatch.setattr(runs, "ask", asked)
    monkeypatch.setattr(Cost, "chunk_size", 5)
    return sent


@pytest.fixture
def ana() -> User:
    return account("ana")


@pytest.fixture
def experiment(ana: User) -> Experiment:
    return create_experiment(ana, BABYLONIA, ExperimentDesign(**SMALL))


def chunks(experiment: Experiment) -> list[Chunk]:
    return list(Chunk.objects.filter(experiment=experiment).order_by("first"))


def play(chunk: Chunk) -> None:
    do_job("experiment", f"chunk:{chunk.pk}", {"chunk": chunk.pk, "experiment": chunk.experiment_id})


def begin(chunk: Chunk) -> None:
    """A worker takes the chunk on, and does not come to its end."""
    job = live_jobs("experiment").get(key=f"chunk:{chunk.pk}")
    assert running._begin(job.pk, "a worker") is not None


def play_all(experiment: Experiment) -> Experiment:
    for chunk in chunks(experiment):
        play(chunk)
    experiment.refresh_from_db()
    return experiment


def test_parts_add_up_to_the_whole_in_any_order_and_only_once(experiment: Experiment, ana: User) -> None:
    first, second, third = chunks(experiment)
    assert [(chunk.first, chunk.count) for chunk in (first, second, third)] == [(0, 5), (5, 5), (10, 2)]
    for chunk in (third, first, third, second, first):
        play(chunk)
    experiment.refresh_from_db()
    assert experiment.status == Experiment.Status.DONE
    assert experiment.played == 24
    assert ExperimentSums.from_json(experiment.sums) == play_games(plan_of(experiment), 0, 12)
    assert experiment.finished_at is not None
    report = report_of(experiment)
    assert report is not None
    assert report.arms[0].headline in conclusion(report)
    assert AuditEntry.objects.get(action="experiment.created").after["arms"] == ["base", "seven_of_nine"]


def test_only_a_few_parts_are_with_the_workers(experiment: Experiment, no_broker: list[int], settings: Any) -> None:
    settings.LAB_CHUNKS_AT_ONCE = 2
    first, second, third = chunks(experiment)
    other = create_experiment(account("bea"), BABYLONIA, ExperimentDesign(**SMALL))
    assert no_broker == [first.pk, second.pk], "nobody else was there"
    assert runs.ask_for_chunks() == 0
    play(first)
    assert no_broker[2:] == [chunks(other)[0].pk]
    play(second)
    assert no_broker[3:] == [third.pk]
    assert runs.ask_for_chunks() == 0


@pytest.mark.both_databases
def test_a_worker_that_died_is_replaced_and_a_part_that_always_breaks_is_given_up(experiment: Experiment) -> None:
    first = chunks(experiment)[0]
    for _attempt in range(KINDS["experiment"].attempts):
        begin(first)
        long_ago()
        sweep_by_hand()
    experiment.refresh_from_db()
    assert (experiment.status, experiment.problem) == ("failed", "broken")


def test_pause_go_on_and_call_off_between_parts(
    experiment: Experiment, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = chunks(experiment)
    meanwhile = [services.pause_experiment]

    def played(*words: Any) -> ExperimentSums:
        sums = play_games(*words)
        for service in meanwhile:
            service(ana, experiment)
        meanwhile.clear()
        return sums

    monkeypatch.setattr("analytics.experiments.play_games", played)
    play(first)
    play(second)
    experiment.refresh_from_db()
    assert (experiment.status, experiment.played) == ("paused", 10)
    services.resume_experiment(ana, experiment)
    play(second)
    meanwhile.append(services.cancel_experiment)
    play(third)
    play(third)
    experiment.refresh_from_db()
    assert (experiment.status, experiment.played) == ("cancelled", 20)
    assert [chunk.status for chunk in chunks(experiment)] == ["done", "done", "waiting"]
    report = report_of(experiment)
    assert report is not None
    assert "10 of 12" in report.warnings[0]
    with pytest.raises(Refused):
        services.resume_experiment(ana, experiment)


@pytest.mark.both_databases
def test_an_experiment_does_not_go_on_with_another_version_of_a_bot(
    experiment: Experiment, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.pause_experiment(ana, experiment)
    monkeypatch.setattr(type(BABYLONIA.bots["random"]), "version", 99)
    with pytest.raises(Refused, match="version has changed"):
        services.resume_experiment(ana, experiment)
    Experiment.objects.update(status="running")
    play(chunks(experiment)[0])
    experiment.refresh_from_db()
    assert (experiment.status, experiment.problem, experiment.played) == ("failed", "bots", 0)


def test_what_an_older_version_of_a_bot_played_stays_readable_and_says_so(
    client: Client, experiment: Experiment, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = report_of(play_all(experiment))
    monkeypatch.setattr(type(BABYLONIA.bots["random"]), "version", 99)
    after = report_of(experiment)
    assert before is not None
    assert after is not None
    assert conclusion(after) == conclusion(before)
    page = client.get(reverse("lab:detail", args=[experiment.pk])).content.decode()
    assert "random/1" in page
    assert "random/99" not in page
    assert conclusion(before)[0] in unescape(page)
    assert command_line(experiment) is None, "it would play other games"
    assert "manage.py lab" not in page


def test_what_is_compared_is_a_copy_of_variants(ana: User) -> None:
    load_component_set(ana, component_file("corrected"))
    variant = save_variant(ana, BABYLONIA, VariantSpec(name="Corrected", ruleset="base", components="corrected"))
    arms = (Choice(ruleset="base"), Choice(variant=variant))
    made = play_all(create_experiment(ana, BABYLONIA, ExperimentDesign(**(SMALL | {"arms": arms, "games": 3}))))
    arm = made.arm_list[1]
    assert (arm.name, arm.key, arm.component_set, arm.variant) == (
        "Corrected", "base@corrected", variant.component_set, variant,
    )  # fmt: skip
    assert made.status == "done"
    assert "--arm base:components=corrected" in str(command_line(made))


@each(
    ("wrong", "why"),
    [
        ({"games": 20_001}, "20000"),
        ({"games": 0}, "between 1"),
        ({"players": 5}, "number of players: 5"),
        ({"bots": ["clever"]}, "random"),
        ({"bots": ["random"] * 3}, "random"),
        ({"arms": TWO_ARMS[:1]}, "2 to 4"),
        ({"arms": TWO_ARMS * 2}, "are identical"),
        ({"arms": (*TWO_ARMS, Choice(ruleset="house"))}, "house"),
        ({"arms": (*TWO_ARMS, Choice(ruleset="base", components="none"))}, "none"),
        ({"seed": " "}, "seed"),
        ({"name": ""}, "name"),
    ],
)
def test_what_cannot_be_played_is_refused(ana: User, wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        create_experiment(ana, BABYLONIA, ExperimentDesign(**(SMALL | wrong)))
    assert not Experiment.objects.exists()


def test_one_experiment_at_a_time_and_only_the_own_one(experiment: Experiment, ana: User) -> None:
    with pytest.raises(Refused, match="running"):
        create_experiment(ana, BABYLONIA, ExperimentDesign(**SMALL))
    with pytest.raises(NotAllowed):
        services.cancel_experiment(account("bea"), experiment)
    staff = account("boss", is_staff=True)
    for _ in range(2):
        create_experiment(staff, BABYLONIA, ExperimentDesign(**SMALL))
    services.cancel_experiment(staff, experiment)
    create_experiment(ana, BABYLONIA, ExperimentDesign(**SMALL))


def test_pages_from_the_form_to_the_answer(client: Client, ana: User) -> None:
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("lab:new", args=["babylonia"])
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields} | {"name": "Shorter?", "games": 12, "players": 2}
    sent |= {"bots": "random"}
    assert client.post(address, sent | {"games": 0}).status_code == 200
    refused = client.post(address, sent | {"arm_1": sent["arm_0"]})
    assert "are identical" in refused.content.decode()
    assert client.post(address, sent).status_code == 302
    made = Experiment.objects.get()
    page = reverse("lab:detail", args=[made.pk])
    waiting = client.get(page).content.decode()
    assert "0 of 24 games" in waiting
    assert "verdict" not in waiting
    assert Client().get(page).status_code == 404
    part = client.get(page, headers={"HX-Request": "true", "HX-Target": "experiment"})
    assert part.content.decode().lstrip().startswith('<div id="experiment"')
    play_all(made)
    assert client.get(page, headers={"HX-Target": "experiment"}).headers["HX-Refresh"] == "true"
    found = Client().get(page).content.decode()
    assert "Turns in a game" in found
    listed = Client().get(reverse("lab:list")).content.decode()
    assert "Shorter?" in listed
    [answer] = answers_of(Experiment.objects.get())
    order = [answer.split(".")[0], 'data-chart="differences-1"', "The numbers", "How this is counted"]
    places = [unescape(found).index(text) for text in order]
    assert places == sorted(places), "the answer before its picture, the numbers below it, the method last"
    assert answer in unescape(listed)
    csv = Client().get(reverse("lab:csv", args=[made.pk])).content.decode()
    assert "\r\n1,seven_of_nine,base,length,turns,12," in csv
    again = client.get(f"{address}?again={made.pk}").context["form"]
    assert (again["players"].value(), again["arm_1"].value()) == (2, sent["arm_1"])
    assert again["seed"].value() != made.seed
    assert client.post(reverse("lab:retire", args=[made.pk])).status_code == 302
    assert client.get(page).status_code == 404


@pytest.mark.both_databases
def test_the_api_starts_steers_and_tells(client: Client, ana: User) -> None:
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")

    def send(address: str, body: Any = None) -> Any:
        return client.post(f"/api/v1/experiments/{address}", json.dumps(body or {}), content_type="application/json")

    body = SMALL | {"game": "babylonia", "arms": [{"ruleset": "base"}, {"ruleset": "seven_of_nine"}]}
    assert send("", body | {"arms": [{"variant": 10**9}, {"ruleset": "base"}]}).status_code == 400
    made = send("", body).json()
    assert (made["status"], made["results"], made["total"]) == ("queued", None, 24)
    assert send(f"{made['id']}/pause/").json()["status"] == "paused"
    assert send(f"{made['id']}/resume/").json()["status"] == "queued"
    assert send(f"{made['id']}/resume/").status_code == 409
    play_all(Experiment.objects.get())
    told = client.get(f"/api/v1/experiments/{made['id']}/").json()
    rows = {row["measure"]: row for row in told["results"]["rows"]}
    assert rows["length"]["sentence"] in told["results"]["conclusion"]
    assert rows["length"]["forced"] is False
    assert [arm["played"] for arm in told["results"]["arms"]] == [12, 12]
    assert client.get("/api/v1/experiments/").json()["count"] == 1
    assert client.delete(f"/api/v1/experiments/{made['id']}/").status_code == 204
    assert client.get("/api/v1/experiments/").json()["count"] == 0


def test_the_command_says_the_same_as_the_page(experiment: Experiment) -> None:
    report = report_of(play_all(experiment))
    assert report is not None
    words = str(command_line(experiment)).split()[2:]
    out, err = StringIO(), StringIO()
    call_command("lab", *words, stdout=out, stderr=err)
    *table, gap = out.getvalue().splitlines()[: -len(conclusion(report))]
    assert out.getvalue().splitlines()[-len(conclusion(report)) :] == conclusion(report)
    assert [line.split("  ")[0] for line in table[1:]] == [line.title for line in report.arms[0].lines]
    assert gap == ""
    assert "12 of 12 games in 2 arms" in err.getvalue()
    out = StringIO()
    call_command("lab", *words, "--json", stdout=out, stderr=err)
    told = json.loads(out.getvalue())
    assert told["conclusion"] == conclusion(report)
    assert told["bots"] == ["random/1"]
    with pytest.raises(CommandError, match="no variant 'house'"):
        call_command("lab", "--variant", "house", stderr=err)


def test_the_answer_and_its_picture_are_about_what_the_rules_leave_open(
    client: Client, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the rules force comes last and is named so, on the page, in CSV and API; else "card 5 taken: 0 → 44 %" is
    the largest finding of all."""

    def found(sums: ExperimentSums, measures: Any) -> Results:
        results = results_of(sums, measures)
        sure = [
            replace(one, finding="differs", forced=one.measure.key in ("score", "source:card1"))
            for one in results.comparisons
        ]
        return replace(results, comparisons=tuple(sure))

    monkeypatch.setattr("nabu.statistics.lab.reports.results_of", found)
    # In fewer games nobody takes card 1.
    experiment = create_experiment(ana, BABYLONIA, ExperimentDesign(**(SMALL | {"games": 24})))
    report = report_of(play_all(experiment))
    assert report is not None
    [arm] = report.arms
    assert {line.found.measure.key for line in arm.lines[-2:]} == {"score", "source:card1"}
    assert {line.finding for line in arm.lines[-2:]} == {"follows from the rules"}
    left = [line for line in arm.lines[:-2] if line.found.measure.kind != "above_par"]
    assert f"in {len(left)} of {len(left)} measures" in arm.headline
    assert left[0].title in arm.largest
    assert [abs(line.found.effect or 0) for line in left] == sorted(
        (abs(line.found.effect or 0) for line in left), reverse=True
    )
    drawn = json.dumps(arm.figure.to_json())
    assert arm.lines[-1].title not in drawn
    assert left[0].title in drawn
    client.force_login(experiment.owner, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("lab:detail", args=[experiment.pk])).content.decode()
    numbers = page[page.index('lab-measures">') :].partition("</table>")[0]
    shown = [
        (unescape(title), finding == "follows from the rules")
        for title, finding in re.findall(
            r'<th scope="row"[^>]*>([^<]*)<span class="stacked">(?:<strong>)?([^<]*)<', numbers
        )
    ]
    assert shown == [(line.title, line.found.forced) for line in arm.lines]
    keys = [(line.found.measure.key, line.found.forced) for line in arm.lines]
    listed = client.get(reverse("lab:csv", args=[experiment.pk])).content.decode("utf-8-sig")
    assert [(row["measure"], row["forced"]) for row in csv.DictReader(StringIO(listed))] == [
        (key, str(forced)) for key, forced in keys
    ]
    told = client.get(f"/api/v1/experiments/{experiment.pk}/").json()["results"]["rows"]
    assert [(row["measure"], row["forced"]) for row in told] == keys


def test_a_page_asks_as_often_for_many_parts_as_for_few(
    client: Client, experiment: Experiment, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    play_all(experiment)
    with django_assert_max_num_queries(9):
        assert client.get(reverse("lab:detail", args=[experiment.pk])).status_code == 200
    with django_assert_max_num_queries(6):
        assert client.get(reverse("lab:list")).status_code == 200


def with_luck(plan: Plan, games: int) -> ExperimentSums:
    """A game of each arm, with margins of so many, as if luck had been measured and made up half of their variance."""
    luck = [each for each in (*measures_of(plan), *balance_measures_of(plan)) if each.group == "margins"]
    made_up = {each.key: Tally(games, 0, games * UNIT * (2 if each.key == each.with_luck else 1)) for each in luck}
    arms = play_games(replace(plan, tell_luck=False), 0, 1).arms
    return ExperimentSums(
        tuple(
            replace(arm, values={**arm.values, **made_up}, differences={**arm.differences, **made_up}) for arm in arms
        )
    )


def test_luck_is_measured_where_asked_on_page_api_and_command(client: Client, ana: User) -> None:
    """Asked for in the form; the page says what it was worth, and that it was."""
    client.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("lab:new", args=["babylonia"])
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent |= {"name": "Luck", "games": 20, "players": 2, "bots": "random", "seed": "7", "tell_luck": "on"}
    cost = client.get(reverse("lab:cost", args=["babylonia"]), sent).content.decode()
    assert cost != client.get(reverse("lab:cost", args=["babylonia"]), sent | {"tell_luck": ""}).content.decode()
    assert client.post(address, sent).status_code == 302
    made = Experiment.objects.get()
    assert plan_of(made).tell_luck
    made.sums, made.status, made.played = with_luck(plan_of(made), 20).to_json(), Experiment.Status.DONE, 40
    made.save()
    report = report_of(made)
    assert report is not None
    keys = {line.found.measure.key for line in report.arms[0].lines}
    assert {"seat_margin:1", "seat_margin_without_luck:1"} <= keys
    assert "seat_margin_of_luck:1" not in keys
    [line] = report.luck
    assert line.gain.pairs == 20
    assert line.sentence.startswith(f"“{made.arm_list[1].name}”, “Margin of seat 1, in points”: ")
    assert line.sentence in conclusion(report)
    page = unescape(client.get(reverse("lab:detail", args=[made.pk])).content.decode())
    assert line.sentence in page
    assert "Luck was measured." in page
    results = client.get(f"/api/v1/experiments/{made.pk}/").json()
    assert results["tell_luck"] is True
    [row] = results["results"]["luck"]
    assert row["worth"] == line.gain.worth
    assert row["left_low"] <= row["left"] <= row["left_high"]
    assert "--tell-luck" in str(command_line(made))
    again = client.get(f"{address}?again={made.pk}")
    assert again.context["form"]["tell_luck"].value() is True
    assert '<details class="card fold mb-3" open>' in again.content.decode(), "a costly choice is not hidden"
    assert AuditEntry.objects.get(action="experiment.created").after["tell_luck"] is True


@each(
    ("left", "precise", "paid"),
    [
        (
            (0.05, 0.03, 0.08),
            "95.0% smaller (92.0 to 97.0%), so 40 pairs of games are about as precise as 800.",
            "paid.",
        ),
        ((0.15, 0.10, 0.25), "(75.0 to 90.0%), so 40 pairs of games are about as precise as 267.", "is not clear."),
        ((0.5, 0.3, 0.8), "so 40 pairs of games are about as precise as 80.", "more games would have been cheaper."),
        (
            (0.9, 0.7, 1.2),
            "no clear change of the variance without luck (−30.0 to +20.0%).",
            "would have been cheaper.",
        ),
    ],
)
def test_whether_measuring_luck_paid(left: tuple[float, ...], precise: str, paid: str) -> None:
    """A game takes five times as long: it pays if surely less than a fifth of the variance is left."""
    gain = LuckGain(1, Measure("seat_margin_without_luck:1", "points", "margins"), 40, left[0], Interval(*left[1:]))
    assert skill_and_luck._precision(gain, "B", "Margin").endswith(precise)
    assert skill_and_luck._whether_it_paid(gain, 5.0).endswith(paid)


def test_each_arm_has_one_sentence_on_luck(ana: User) -> None:
    """With several bots it is about their margin; with too few pairs nothing is said."""
    arms = (*TWO_ARMS, Choice(ruleset="base", switches={"first_round_limits": "none"}))
    design = ExperimentDesign(**(SMALL | {"bots": ["novice", "random"], "arms": arms, "tell_luck": True}))
    made = create_experiment(ana, BABYLONIA, design)
    for games, told in ((19, []), (20, [1, 2])):
        made.sums = with_luck(plan_of(made), games).to_json()
        report = report_of(made)
        assert report is not None
        assert [line.gain.arm for line in report.luck] == told
        assert {line.gain.measure.key for line in report.luck} <= {"bot_margin_without_luck:novice"}


def test_the_list_says_what_the_share_of_skill_was_not_measured_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nabu.statistics.lab.views.skill_sentences", lambda game: ["Half."] * (game.key == "babylonia"))
    page = client.get(reverse("lab:list")).content.decode()
    assert "Half." in page
    assert "Not measured yet: Ishtar, Amyitis, Babylon and games between people." in page


def test_two_bots_have_a_share_of_skill_in_each_variant(client: Client, ana: User) -> None:
    made = create_experiment(ana, BABYLONIA, ExperimentDesign(**(SMALL | {"bots": ["greedy", "random"], "games": 20})))
    report = report_of(play_all(made))
    assert report is not None
    assert [line.arm.position for line in report.skill] == [0, 1]
    assert all(line.interval.low < line.share < line.interval.high for line in report.skill)
    assert report.skill[0].share > 0.5, "greedy is far better than random"
    told = client.get(f"/api/v1/experiments/{made.pk}/").json()["results"]["skill"]
    assert [row["share"] for row in told] == pytest.approx([line.share for line in report.skill], abs=1e-5)
    assert report.skill[1].sentence in unescape(client.get(reverse("lab:detail", args=[made.pk])).content.decode())
