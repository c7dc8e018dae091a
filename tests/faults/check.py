"""What must hold when the harm is over: nothing is lost, nothing is there twice, everything equals a rebuild.

Run as a module in the environment of the site, so that it knows nothing but the database and the files:
`python -m tests.faults.check HALL TOLD`. Prints what is wrong, as JSON.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from benchmarks.load.hall import GAME, Hall

REST_SECONDS = 20
"""So long the site has to come to an end by itself. Then minutes pass at once: leases of dead workers are over."""

MOST_SECONDS = 180

LOG = re.compile(r"/tables/(\d+)/logs?/$")
REPORT = re.compile(r"/tables/(\d+)/report/$")
CONFIRM = re.compile(r"/reports/(\d+)/confirm/$")
CORRECTION = re.compile(r"/tables/(\d+)/correction/$")
PAIR = re.compile(r"/tournaments/\d+/pair/$")
EXPERIMENT = re.compile(r"/experiments/$")


def look(hall: Hall, told: dict[str, Any]) -> dict[str, Any]:
    """Wait until nothing is to be done any more, and look at everything."""
    seconds, late = settle()
    problems = [
        *unfinished(),
        *lost(hall, told["done"]),
        *twice(),
        *wrong_news(hall, told["since"]),
        *not_as_rebuilt(hall),
        *wrong_experiments(),
        *out_of_date(hall, told["address"]),
    ]
    facts = {"settled": round(seconds, 1), "left to the sweep": late}
    return {"problems": problems, "facts": facts, "deliveries": deliveries()}


def settle() -> tuple[float, dict[str, int]]:
    """Wait for the end of all jobs. Returns how long it took, and what was still there when minutes had to pass."""
    from nabu.web.jobs.asking import live_jobs
    from nabu.web.jobs.kinds import KINDS

    start, late = time.monotonic(), Counter[str]()
    passed = False
    while (waiting := live_jobs(*KINDS)).exists() and time.monotonic() - start < MOST_SECONDS:
        if not passed and time.monotonic() - start > REST_SECONDS:
            late, passed = Counter(waiting.values_list("kind", flat=True)), True
            let_minutes_pass()
        time.sleep(0.5)
    return time.monotonic() - start, dict(late)


def let_minutes_pass() -> None:
    """Whoever was not heard of is gone, and what was put off is due: a mail that found no room in the log."""
    from django.utils import timezone

    from nabu.messages.notifications.models import Mail
    from nabu.messages.webhooks.models import Delivery, Webhook
    from nabu.web.jobs.models import Job
    from tests.platform.by_hand import long_ago

    for model in (Mail, Delivery):
        model.objects.filter(state="due").update(next_attempt_at=timezone.now())
    Webhook.objects.update(paused_until=None)
    Job.objects.update(run_after=None)
    long_ago()


def unfinished() -> Iterator[str]:
    """Jobs that do not come to an end, or were given up."""
    from nabu.web.jobs.models import Job

    for job in Job.objects.exclude(status="done"):
        yield f"job {job}: attempts {job.attempts}, {job.error or job.text}"


def lost(hall: Hall, done: list[str]) -> Iterator[str]:
    """What was answered with success and is not there, or has no verdict."""
    from nabu.accounts.audit.models import AuditEntry
    from nabu.contests.matches.models import GameLog, LogSubmission, ResultReport, Table
    from nabu.statistics.lab.models import Experiment

    def answered(pattern: re.Pattern[str]) -> Counter[int]:
        return Counter(int(match[1]) for path in done if (match := pattern.search(path)))

    def fewer(what: str, wanted: int, there: int) -> Iterator[str]:
        if there < wanted:
            yield f"{what}: {wanted} were answered with success, {there} are there"

    logs = {table.id: hashlib.sha256(table.log.encode()).hexdigest() for table in hall.tables}
    for table, count in answered(LOG).items():
        there = LogSubmission.objects.filter(table=table, log__sha256=logs[table])
        yield from fewer(f"logs of table {table}", count, there.count())
        found = Table.objects.get(pk=table)
        reported = found.status == "reported" and found.reports.filter(status="open", submission__in=there).exists()
        if (found.status != "confirmed" or found.log is None) and not reported:
            yield f"table {table} is {found.status} by {found.basis or 'nothing'}, and its log was accepted"
    for submission in LogSubmission.objects.exclude(outcome__in=["applied", "reported"]):
        yield f"the log of table {submission.table_id} is {submission.outcome}: {submission.message}"
    for log in GameLog.objects.exclude(verifications__status="done", verifications__verdict="verified"):
        yield f"log {log} has no verdict"
    for table, count in answered(REPORT).items():
        # Whoever reports what another player has reported confirms it.
        yield from fewer(f"reports of table {table}", 1, ResultReport.objects.filter(table=table).count())
        status = Table.objects.get(pk=table).status
        if status != "confirmed" and (status, count) != ("reported", 1):
            yield f"table {table} is {status} after {count} reports"
    for report in answered(CONFIRM):
        if ResultReport.objects.get(pk=report).table.status != "confirmed":
            yield f"report {report} was confirmed, its table is not"
    for table, count in answered(CORRECTION).items():
        entries = AuditEntry.objects.filter(action="table.corrected", object_id=table)
        yield from fewer(f"corrections of table {table}", count, entries.count())
    pairings = AuditEntry.objects.filter(tournament=hall.second, action="round.paired").count()
    yield from fewer("pairings", sum(bool(PAIR.search(path)) for path in done), pairings)
    experiments = sum(bool(EXPERIMENT.search(path)) for path in done)
    yield from fewer("experiments", experiments, Experiment.objects.count())


def twice() -> Iterator[str]:
    """Logs and results that count more or less than once."""
    from nabu.contests.matches.models import GameLog, Table
    from nabu.contests.ratings.models import RatedGame, RatingEntry
    from nabu.statistics.dashboards.models import GameFacts

    logs, facts = GameLog.objects.count(), GameFacts.objects.count()
    if logs != facts:
        yield f"{logs} logs, and the facts of {facts}"
    confirmed = set(Table.objects.filter(status="confirmed", is_bye=False).values_list("pk", flat=True))
    rated = Counter(RatedGame.objects.values_list("table", flat=True))
    if rated != Counter(confirmed):
        yield f"{len(confirmed)} results, and {rated.total()} rated games of {len(rated)} tables"
    seats = Table.objects.filter(pk__in=confirmed, seats__absent=False).count()
    if seats != RatingEntry.objects.count():
        yield f"{seats} players have results, and there are {RatingEntry.objects.count()} entries in the journal"


def wrong_news(hall: Hall, since: int) -> Iterator[str]:
    """Every change and every verdict is told once: a row for each."""
    from nabu.accounts.audit.models import AuditEntry
    from nabu.contests.domain_events.events import STANDINGS_CHANGED, events_of
    from nabu.contests.matches.models import LogSubmission
    from nabu.messages.notifications.kinds import Kind
    from nabu.messages.notifications.models import Mail
    from nabu.messages.notifications.writing import mails_of, verdict_mails
    from nabu.messages.webhooks.models import Delivery

    def told(body: str) -> tuple[str, str, int]:
        message = json.loads(body)
        group, data = message["type"].partition(".")[0], message["data"]
        if group == "log":
            return message["type"], data["log"]["sha256"], data["log"]["table"]
        about = data["tournament"] if group in ("tournament", "standings") else data[group]
        return message["type"], message["timestamp"], about["id"]

    messages, mails = Counter[tuple[str, str, int]](), Counter[tuple[int, str]]()
    for entry in AuditEntry.objects.filter(pk__gt=since).select_related("tournament").order_by("pk"):
        news = events_of(entry)
        mails.update((mail.user_id, mail.kind) for mail in mails_of(news, entry.actor_id))
        if entry.tournament_id == hall.tournament:
            messages.update((one.kind, entry.at.isoformat(), one.pk) for one in news)
    for submission in LogSubmission.objects.select_related("log"):
        mails.update((mail.user_id, mail.kind) for mail in verdict_mails(submission))
        messages["log.verdict", submission.log.sha256, submission.table_id or 0] += 1
    bodies = Delivery.objects.values_list("body", flat=True)
    written = Counter(told(body) for body in bodies)
    # Whether a result changes the standings of a finished round depends on the moment in which that is asked.
    for key in [key for key in messages - written if key[0] == STANDINGS_CHANGED]:
        del messages[key]
    yield from _differences("message", messages, written)
    # The hall is approved before its first game, so whom that mail tells depends on the moment in which it is written.
    told_mails = Mail.objects.exclude(kind=Kind.RATINGS)
    yield from _differences("mail", mails, Counter(told_mails.values_list("user_id", "kind")))
    for mail in Mail.objects.exclude(state__in=["sent", "kept"]):
        yield f"mail {mail} is {mail.state}: {mail.error}"
    for delivery in Delivery.objects.exclude(state="delivered"):
        yield f"{delivery} is {delivery.state}"


def deliveries() -> dict[str, int]:
    """How often every message was sent, by its id."""
    from nabu.messages.webhooks.models import Delivery

    return dict(Delivery.objects.values_list("message_id", "attempt_count"))


def not_as_rebuilt(hall: Hall) -> Iterator[str]:
    """Ratings from their journal, the statistics from the logs, both tournaments from their history."""
    from django.core.management import CommandError, call_command

    from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of

    for command, action in (("ratings", "rebuild"), ("facts", "compare")):
        try:
            call_command(command, action, game=GAME, stdout=io.StringIO())
        except CommandError as error:
            yield f"{command}: {error}"
    for tournament in (hall.tournament, hall.second):
        if as_bytes(state_of(tournament)) != as_bytes(rebuilt_state(tournament)):
            yield f"tournament {tournament} is not what its history says"


def wrong_experiments() -> Iterator[str]:
    """Every game of an experiment is played, and counted once."""
    from analytics.experiments import ExperimentSums, play_games
    from nabu.statistics.lab.models import Experiment
    from nabu.statistics.lab.plans import plan_of

    for experiment in Experiment.objects.all():
        if experiment.status != "done":
            yield f"experiment {experiment.pk} is {experiment.status}"
        elif ExperimentSums.from_json(experiment.sums) != play_games(plan_of(experiment), 0, experiment.games):
            yield f"experiment {experiment.pk} has other sums than its games"


def out_of_date(hall: Hall, address: str) -> Iterator[str]:
    """The running site says what another process, which remembers nothing, works out from the rows."""
    from django.conf import settings
    from django.test import Client, override_settings

    nothing = {name: {"BACKEND": "django.core.cache.backends.dummy.DummyCache"} for name in settings.CACHES}
    who = {"Authorization": f"Token {hall.organiser.token}", "Host": address.removeprefix("http://")}
    for path in (f"/api/v1/tournaments/{hall.tournament}/standings/", f"/api/v1/rounds/{hall.round}/"):
        with urlopen(Request(address + path, headers=who), timeout=30) as answer:
            told = json.load(answer)
        with override_settings(CACHES=nothing):
            if Client(headers=who).get(path).json() != told:
                yield f"{path} is out of date"


def _differences(what: str, wanted: Counter[Any], there: Counter[Any]) -> Iterator[str]:
    yield from (f"{what} {key}: {count} missing" for key, count in (wanted - there).items())
    yield from (f"{what} {key}: {count} too many" for key, count in (there - wanted).items())


def main() -> None:
    """Look at the site, which runs."""
    import django

    django.setup()
    hall, told = sys.argv[1:]
    print(json.dumps(look(Hall.read(Path(hall)), json.loads(Path(told).read_text()))))


if __name__ == "__main__":
    main()
