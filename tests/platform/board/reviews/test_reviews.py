"""Asking for the review of a game: in parts, once, within a quota, and never in the way of anything."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from engine.review.reviewer import Reviewer, reviewer_name
from engine.review.summary import summary_of
from nabu.accounts.players.models import User
from nabu.board.reviews import judging, runs, services
from nabu.board.reviews.games import table_of_log, why_not_reviewable
from nabu.board.reviews.models import GameReview
from nabu.contests.matches.models import GameLog, LogSubmission, Verification
from nabu.contests.results import services as results
from nabu.contests.results.logs.deleting import delete_log
from nabu.contests.results.tasks import verify_log
from nabu.core.errors import NotAllowed, Refused, TryLater
from nabu.core.sentences import sentence
from nabu.web.jobs import running
from nabu.web.jobs.kinds import KINDS
from nabu.web.jobs.models import Job
from tests.platform.board.reviews.reviewed import QUICK, in_parts, made_up, other_file, quick_reviewer, store_review
from tests.platform.by_hand import do_jobs
from tests.platform.kept import kept_for_file
from tests.platform.scenario import account, game_log, short_log

Status = GameReview.Status


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judgements are made up. Patched as tests patch them: two ways would undo each other in the wrong order."""
    judging._reviewer.cache_clear()  # it goes on with what another test has begun
    for place, made in QUICK.items():
        monkeypatch.setattr(place, made)


def verified(data: bytes, sender: User) -> GameLog:
    """A log that belongs to no table."""
    log = results.submit_log(sender, data).log
    verify_log(log.verifications.get().pk)
    return GameLog.objects.get(pk=log.pk)


def log_of_ana() -> tuple[User, GameLog]:
    user = account("ana")
    return user, verified(short_log("babylonia"), user)


db, kept_world, changes_are_taken_back, ana, log = kept_for_file(log_of_ana, "ana", "log")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def finish(kind: str = runs.REVIEW) -> int:
    """Let a worker do all parts. Returns how many."""
    parts = 0
    while do_jobs(kind):
        parts += 1
        assert parts < 500
    return parts


def test_a_worker_judges_in_parts_and_finds_what_one_go_finds(
    quick: None, ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.ask_for_review(ana, log)
    monkeypatch.setattr(settings, "REVIEW_PART_SECONDS", 0.002)
    parts = finish()
    review = GameReview.objects.get()
    whole = Reviewer(table_of_log(log))
    while whole.done < whole.total:
        whole.step()
    assert parts > 2
    assert (review.status, review.done, review.total) == ("done", whole.total, whole.total)
    assert review.decisions == whole.kept
    assert review.summary["luck"] is not None
    assert review.summary == summary_of(whole)
    assert review.finished_at is not None
    assert not Job.objects.filter(kind=runs.REVIEW).exists()


def test_the_real_reviewer_judges_a_decision(ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REVIEW_PART_SECONDS", 0.001)
    monkeypatch.setattr("engine.review.verdict.FIRST", 2)
    monkeypatch.setattr("engine.review.verdict.MOST", 2)
    services.ask_for_review(ana, log)
    do_jobs(runs.REVIEW)
    review = GameReview.objects.get()
    assert (review.status, review.done) == ("running", 1)
    assert review.decisions[0].keys() >= {"move", "seat", "rather", "mark", "accuracy"}
    shown = browser(ana).get(reverse("table:review", args=[log.sha256])).json()
    assert shown["decisions"][0]["words"]["rather"]


def test_a_worker_that_dies_loses_one_part(
    quick: None, ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.ask_for_review(ana, log)
    judged: list[int] = []

    def dying(table: Any, number: int, state: Any, seed: str) -> Any:
        judged.append(number)
        if len(judged) == 3:
            raise SystemExit
        return made_up(table, number, state, seed)

    monkeypatch.setattr(settings, "REVIEW_PART_SECONDS", 0.5)
    monkeypatch.setattr("engine.review.reviewer.judging", in_parts(dying))
    with pytest.raises(SystemExit):
        do_jobs(runs.REVIEW)
    assert GameReview.objects.get().done == 2
    monkeypatch.setattr("engine.review.reviewer.judging", in_parts(made_up))
    Job.objects.update(status="queued")
    finish()
    review = GameReview.objects.get()
    assert review.status == "done"
    moves = [each["move"] for each in Reviewer(table_of_log(log), review.decisions).decisions]
    assert moves == sorted(set(moves))
    assert review.done == review.total


def test_asking_twice_is_asking_once(quick: None, ana: User, log: GameLog) -> None:
    first = services.ask_for_review(ana, log)
    assert services.ask_for_review(account("bo", is_staff=True), log).pk == first.pk
    assert Job.objects.filter(kind=runs.REVIEW).count() == 1
    finish()
    services.ask_for_review(ana, log)
    assert not Job.objects.filter(kind=runs.REVIEW).exists()
    assert GameReview.objects.count() == 1


def test_a_game_in_two_files_is_reviewed_once(
    quick: None, ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = account("bo")
    other = verified(other_file(bytes(log.content)), bo)
    assert other.pk != log.pk
    monkeypatch.setattr(settings, "REVIEWS_A_DAY", 1)
    first = services.ask_for_review(ana, log)
    assert services.ask_for_review(bo, other).pk == first.pk
    services.ask_for_review(bo, verified(game_log(2, seed=25), bo))  # the quota is not used up
    finish()
    assert GameReview.objects.filter(log__in=[log, other]).get().status == "done"
    shown = [
        browser(user).get(reverse("table:review", args=[each.sha256])).json()
        for user, each in ((ana, log), (bo, other))
    ]
    assert [each["status"] for each in shown] == ["done", "done"]
    assert shown[0]["names"] != shown[1]["names"]
    assert shown[0]["decisions"] == shown[1]["decisions"]
    moves = [each["move"] for each in shown[1]["decisions"] if each["mark"]]
    assert browser(bo).get(reverse("table:review_line", args=[other.sha256, moves[0]])).status_code == 200
    # Whoever may not see the other file does not see the review there.
    assert browser(bo).get(reverse("table:review", args=[log.sha256])).status_code == 404


def test_a_review_survives_the_file_in_which_it_was_asked_for(quick: None, ana: User, log: GameLog) -> None:
    """Who asked deletes the file while somebody else waits for the same review in another one."""
    bo = account("bo")
    other = verified(other_file(bytes(log.content)), bo)
    review = services.ask_for_review(ana, log)
    assert services.ask_for_review(bo, other) == review
    delete_log(ana, log)
    finish()
    shown = browser(bo).get(reverse("table:review", args=[other.sha256])).json()
    assert shown["status"] == "done"
    assert GameReview.objects.get().log == other
    delete_log(bo, other)
    assert not GameReview.objects.exists()


def test_a_review_that_the_other_file_has_goes_with_its_own(ana: User, log: GameLog) -> None:
    other = verified(other_file(bytes(log.content)), account("bo"))
    kept = store_review(other)
    older = store_review(log)
    GameReview.objects.filter(pk=older.pk).update(reviewer="search-72/0.0.0")
    store_review(log)
    delete_log(ana, log)
    assert set(GameReview.objects.values_list("pk", "log")) == {(kept.pk, other.pk), (older.pk, other.pk)}


def test_a_worker_notices_in_the_middle_of_a_decision_that_nobody_waits(
    ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts: list[int] = []

    def endless(*_arguments: Any) -> Any:
        while True:
            parts.append(1)
            if len(parts) == 20:
                services.cancel_review(ana, GameReview.objects.get())
            yield

    monkeypatch.setattr("engine.review.reviewer.judging", endless)
    monkeypatch.setattr(runs, "NOTICED", 0)
    monkeypatch.setattr(settings, "REVIEW_PART_SECONDS", 0.001)
    services.ask_for_review(ana, log)
    do_jobs(runs.REVIEW)
    judging._reviewer.cache_clear()  # the decision that it has begun would go on in the next test
    assert 20 <= len(parts) <= 40
    review = GameReview.objects.get()
    assert (review.status, review.done) == ("cancelled", 0)


def test_a_cancelled_review_keeps_what_is_judged_and_goes_on_there(
    quick: None, ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = services.ask_for_review(ana, log)
    monkeypatch.setattr(settings, "REVIEW_PART_SECONDS", 0.001)
    do_jobs(runs.REVIEW)
    review.refresh_from_db()
    done = review.done
    assert 0 < done < review.total
    services.cancel_review(ana, review)
    assert finish() == 0
    review.refresh_from_db()
    assert (review.status, review.done) == ("cancelled", done)
    with pytest.raises(Refused):
        services.cancel_review(ana, review)
    services.ask_for_review(ana, log)
    finish()
    review.refresh_from_db()
    assert review.status == "done"


def test_a_review_that_is_cancelled_while_a_worker_is_at_it_can_be_asked_for_at_once(
    quick: None, ana: User, log: GameLog
) -> None:
    """The old job ends itself; it must not take the new one along."""
    review = services.ask_for_review(ana, log)
    Job.objects.update(status="running", task="another worker", runs=1)
    services.cancel_review(ana, review)
    services.ask_for_review(ana, log)
    finish()
    review.refresh_from_db()
    assert review.status == "done"


def test_only_who_asked_and_staff_cancel(quick: None, ana: User, log: GameLog) -> None:
    review = services.ask_for_review(ana, log)
    with pytest.raises(NotAllowed):
        services.cancel_review(account("bo"), review)
    services.cancel_review(account("staff", is_staff=True), review)
    assert GameReview.objects.get().status == "cancelled"


def test_the_quota_counts_games_of_a_day(quick: None, ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REVIEWS_A_DAY", 2)
    logs = [log, *(verified(game_log(2, seed=seed), ana) for seed in (21, 22))]
    for each in logs[:2]:
        services.ask_for_review(ana, each)
    services.ask_for_review(ana, log)  # waits already: it costs nothing
    with pytest.raises(TryLater) as refusal:
        services.ask_for_review(ana, logs[2])
    assert refusal.value.status == 429
    assert 0 < refusal.value.seconds <= 86_401
    assert not GameReview.objects.filter(log=logs[2]).exists()
    shown = browser(ana).get(reverse("table:review", args=[logs[2].sha256])).json()
    assert not shown["may_ask"]
    assert "2 reviews" in shown["why_not"]
    page = browser(ana).post(reverse("table:review_ask", args=[logs[2].sha256]), follow=True).content.decode()
    assert "2 reviews in 24 hours" in page
    script = {"accept": "application/json"}
    answer = browser(ana).post(reverse("table:review_ask", args=[logs[2].sha256]), headers=script)
    assert (answer.status_code, answer.json()) == (429, {"why": shown["why_not"]})
    assert int(answer["Retry-After"]) > 0
    answer = browser(ana).post(reverse("table:review_cancel", args=[log.sha256]), headers=script)
    assert answer.json()["status"] == "cancelled"
    answer = browser(ana).post(reverse("table:review_cancel", args=[log.sha256]), headers=script)
    assert (answer.status_code, answer.json()) == (409, {"why": "This review has already ended."})
    GameReview.objects.filter(log=log).update(asked_at=timezone.now() - timedelta(hours=25))
    services.ask_for_review(ana, logs[2])
    staff = account("staff", is_staff=True)
    GameReview.objects.all().delete()
    for each in logs:
        services.ask_for_review(staff, each)


def test_cancelled_games_of_one_account_count_for_that_account(
    quick: None, ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asking and cancelling in turn would otherwise get round the quota."""
    monkeypatch.setattr(settings, "REVIEWS_A_DAY", 1)
    services.cancel_review(ana, services.ask_for_review(ana, log))
    with pytest.raises(TryLater):
        services.ask_for_review(ana, verified(game_log(2, seed=23), ana))
    services.ask_for_review(ana, log)


def test_games_that_cannot_be_judged_say_why(ana: User, log: GameLog) -> None:
    lines = short_log("babylonia").splitlines(keepends=True)
    unfinished = verified(b"".join(lines[:9]), ana)
    broken = results.submit_log(ana, b"{}").log
    assert why_not_reviewable(log) is None
    assert "Only finished games" in sentence(why_not_reviewable(unfinished))
    assert "verified" in sentence(why_not_reviewable(broken))
    hidden = verified(game_log(2, seed=24), ana)
    verification = hidden.verifications.get()
    verification.report["header"]["chance"] = "hidden"
    verification.save()
    assert "leaves out the draws" in sentence(why_not_reviewable(hidden))
    for each in (unfinished, hidden):
        with pytest.raises(Refused):
            services.ask_for_review(ana, each)
        shown = browser(ana).get(reverse("table:review", args=[each.sha256])).json()
        assert (shown["status"], shown["may_ask"], shown["summary"]) == ("none", False, None)
        assert shown["why_not"] == sentence(why_not_reviewable(each))
        assert (
            escape(shown["why_not"]) in browser(ana).get(reverse("table:replay", args=[each.sha256])).content.decode()
        )
    assert not GameReview.objects.exists()


def test_a_reviewer_that_breaks_leaves_verdict_and_game_as_they_are(
    quick: None, ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: Any) -> Any:
        raise RuntimeError("a bot with a fault")

    monkeypatch.setattr("engine.review.reviewer.judging", in_parts(broken))
    before = [list(model.objects.values()) for model in (GameLog, LogSubmission, Verification)]
    services.ask_for_review(ana, log)
    for _attempt in range(KINDS[runs.REVIEW].attempts + 1):
        do_jobs(runs.REVIEW)
    assert GameReview.objects.get().status == "failed"
    assert Job.objects.get(kind=runs.REVIEW).status == "failed"
    assert [list(model.objects.values()) for model in (GameLog, LogSubmission, Verification)] == before
    page = browser(ana).get(reverse("table:replay", args=[log.sha256]))
    assert page.status_code == 200
    assert "The review failed" in page.content.decode()
    # Whoever repairs the bot may ask again.
    monkeypatch.setattr("engine.review.reviewer.judging", in_parts(made_up))
    services.ask_for_review(ana, log)
    finish()
    assert GameReview.objects.get().status == "done"


def test_verdicts_come_first() -> None:
    for kind in (runs.REVIEW, runs.REVIEW_ALL):
        assert KINDS["verify"].rank < KINDS[kind].rank
        assert KINDS[kind].queue not in settings.URGENT_QUEUES
        assert KINDS[kind].seconds is None, "parts are short"
    others = [kind for name, kind in KINDS.items() if kind.queue not in ("reviews", "lab")]
    assert max(kind.rank for kind in others) < KINDS[runs.REVIEW].rank


def test_another_version_of_the_reviewer_is_another_review(
    quick: None, ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_review(log)
    monkeypatch.setattr("engine.review.reviewer.REVIEW_VERSION", 99)
    shown = browser(ana).get(reverse("table:review", args=[log.sha256])).json()
    assert (shown["status"], shown["done"], shown["may_ask"]) == ("none", 0, True)
    services.ask_for_review(ana, log)
    finish()
    assert GameReview.objects.filter(log=log, status="done").count() == 2


def test_a_review_is_left_to_workers_of_its_version_and_then_cancelled(
    quick: None, ana: User, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a site is updated, workers of two versions run. Their decisions are never mixed."""
    review = services.ask_for_review(ana, log)
    with monkeypatch.context() as patched:
        patched.setattr("engine.review.reviewer.REVIEW_VERSION", 99)
        for _look in range(KINDS[runs.REVIEW].attempts + 1):
            Job.objects.update(run_after=None)
            do_jobs(runs.REVIEW)
        review.refresh_from_db()
        assert (review.status, review.done) == ("queued", 0)
        Job.objects.update(run_after=None, started_at=timezone.now() - running.ROLLOUT)
        finish()
        review.refresh_from_db()
        assert (review.status, review.done) == ("cancelled", 0)
        services.ask_for_review(ana, log)
        finish()
        assert GameReview.objects.filter(status="done").exclude(pk=review.pk).exists()
    services.ask_for_review(ana, log)
    finish()
    review.refresh_from_db()
    assert review.status == "done"


def test_what_the_script_gets(quick: None, ana: User, log: GameLog) -> None:
    client, address = browser(ana), reverse("table:review", args=[log.sha256])
    before = client.get(address)
    assert before["Cache-Control"] == "private, no-store"
    state = before.json()
    assert {name: state[name] for name in ("status", "done", "may_ask", "may_cancel", "why_not")} == {
        "status": "none", "done": 0, "may_ask": True, "may_cancel": False, "why_not": "",
    }  # fmt: skip
    assert state["total"] == Reviewer(table_of_log(log)).total
    json_please = {"accept": "application/json"}
    asked = client.post(reverse("table:review_ask", args=[log.sha256]), headers=json_please).json()
    assert (asked["status"], asked["may_ask"], asked["may_cancel"]) == ("queued", False, True)
    finish()
    shown = client.get(address).json()
    assert (shown["status"], shown["done"]) == ("done", shown["total"])
    assert shown["summary"]["reviewer"] == GameReview.objects.get().reviewer
    assert {"summary", "names", "sources", "strength", "decisions"} <= shown.keys()
    marked = next(each for each in shown["decisions"] if each["mark"])
    assert marked["words"]["mark"] in ("Doubtful", "Costly")
    line = client.get(reverse("table:review_line", args=[log.sha256, marked["move"]])).json()
    assert len(line["steps"]) == 2
    assert line["steps"][0]["svg"].lstrip().startswith("<svg")
    same = next(each for each in shown["decisions"] if each["rather"] is None)
    assert client.get(reverse("table:review_line", args=[log.sha256, same["move"]])).status_code == 404
    assert client.get(reverse("table:review_line", args=[log.sha256, 9999])).status_code == 404


def test_the_page_lists_the_marked_decisions_without_a_script(quick: None, ana: User, log: GameLog) -> None:
    page = browser(ana).get(reverse("table:replay", args=[log.sha256])).content.decode()
    assert "Review this game on the server" in page
    review = store_review(log)
    page = browser(ana).get(reverse("table:replay", args=[log.sha256])).content.decode()
    marked = [each for each in review.decisions if each.get("mark")]
    assert marked
    for each in marked:
        assert f'<a href="?move={each["move"] + 1}" data-move="{each["move"] + 1}">Turn' in page
    assert "Review this game on the server" not in page
    shown = browser(ana).get(reverse("table:review", args=[log.sha256])).json()
    for seat in shown["luck"]["seats"]:
        assert seat["headline"] in page
    lucky = [*shown["luck"]["luckiest"], *shown["luck"]["unluckiest"]]
    assert lucky
    for move in lucky:
        assert f'<a href="?move={move + 1}" data-move="{move + 1}">' in page
    assert "Luckiest draws" in page


def test_the_section_follows_the_work(ana: User, log: GameLog) -> None:
    services.ask_for_review(ana, log)
    client, htmx = browser(ana), {"hx-request": "true"}
    address = reverse("table:review_section", args=[log.sha256])
    page = client.get(reverse("table:replay", args=[log.sha256])).content.decode()
    assert f'hx-get="{address}"' in page
    assert "Waiting for a worker." in client.get(address, headers=htmx).content.decode()
    with quick_reviewer():
        finish()
    assert "hx-get" not in client.get(address, headers=htmx).content.decode()
    assert client.get(address).status_code == 302


def test_names_are_those_that_the_viewer_sees(quick: None, ana: User, log: GameLog) -> None:
    store_review(log)
    log.hidden_names = {"0": "Deleted player 7"}
    log.save()
    shown = browser(ana).get(reverse("table:review", args=[log.sha256])).json()
    assert shown["names"][0] == "Deleted player 7"
    move = next(each["move"] for each in shown["decisions"] if each["rather"] and each["seat"] == 0)
    line = browser(ana).get(reverse("table:review_line", args=[log.sha256, move])).json()
    assert line["steps"][1]["who"] == "Deleted player 7"


@pytest.mark.parametrize("game", ["amyitis", "ishtar", "babylon"])
def test_every_game_is_shown(game: str, ana: User) -> None:
    log = verified(short_log(game), ana)
    review = store_review(log)
    assert review.reviewer == reviewer_name(table_of_log(log).game)
    page = browser(ana).get(reverse("table:replay", args=[log.sha256]))
    assert page.status_code == 200
    marked = next(each for each in review.decisions if each["mark"])
    assert browser(ana).get(reverse("table:review_line", args=[log.sha256, marked["move"]])).status_code == 200


def test_a_row_that_a_backup_has_left_without_a_job_can_be_asked_for(quick: None, ana: User, log: GameLog) -> None:
    services.ask_for_review(ana, log)
    Job.objects.all().delete()
    services.ask_for_review(ana, log)
    finish()
    assert GameReview.objects.get().status == "done"
