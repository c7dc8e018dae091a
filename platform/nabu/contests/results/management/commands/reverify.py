"""`manage.py reverify`: replay every log with the engine that is running, and tell which verdicts are others."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from engine import ENGINE_VERSION
from nabu.contests.matches.models import GameLog, Table, Verification
from nabu.contests.results.settling.submission import REVERIFY, VERIFY, ask_for_verdicts, key_of, requeue
from nabu.contests.results.settling.verdicts import touch_tables
from nabu.web.jobs.asking import live_jobs
from nabu.web.jobs.beside_workers import do_beside_workers, tell_workers

PROGRESS_EVERY = 5.0
AT_ONCE = 500
"""So many logs the workers are told of at a time: what else waits in their queue is not behind all others."""

ENDED = (Verification.Status.DONE, Verification.Status.FAILED)
Verdict = tuple[str, str]


class Command(BaseCommand):
    help = (
        "Replay every log that the running engine has not verified yet, together with the workers that run. Ends with "
        "status 1 if a verdict has changed. Ctrl-C stops it; without --again, the next call continues where it stopped."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true", help="also logs that this engine has verified already")

    def handle(self, *args: Any, **options: Any) -> None:
        logs = GameLog.objects.order_by("pk")
        if not options["again"]:
            done = Verification.objects.filter(engine=ENGINE_VERSION, status=Verification.Status.DONE)
            logs = logs.exclude(pk__in=done.values("log"))
        pks = list(logs.values_list("pk", flat=True))
        self.stdout.write(f"engine {ENGINE_VERSION}, logs to replay: {len(pks)}")
        changed, told = 0, time.monotonic()
        for start in range(0, len(pks), AT_ONCE):
            some = pks[start : start + AT_ONCE]
            before = {pk: self.last_verdict(pk) for pk in some}
            jobs = self.asked(some)
            tell_workers(jobs, REVERIFY)
            for left in do_beside_workers(jobs):
                if time.monotonic() - told > PROGRESS_EVERY:
                    told = time.monotonic()
                    done_now = start + len(some) - left
                    self.stdout.write(f"{done_now} of {len(pks)} replayed, verdicts changed: {changed}")
            changed += sum(self.has_changed(pk, before[pk]) for pk in some)
        self.stdout.write(f"{len(pks)} of {len(pks)} replayed, verdicts changed: {changed}")
        if changed:
            raise CommandError(f"Verdicts changed: {changed}, see above. Results stay until a director decides.")

    def asked(self, logs: Sequence[int]) -> list[int]:
        """The jobs that verify these logs: those that are there already, and new ones."""
        mine = Verification.objects.filter(log__in=logs, engine=ENGINE_VERSION)
        missing = set(logs).difference(mine.values_list("log", flat=True))
        Verification.objects.bulk_create(
            [Verification(log_id=pk, engine=ENGINE_VERSION) for pk in sorted(missing)], ignore_conflicts=True
        )
        keys = {key_of(pk): pk for pk in mine.values_list("pk", flat=True)}
        jobs = list(live_jobs(VERIFY, REVERIFY).filter(key__in=keys))
        new = mine.filter(pk__in=keys.values()).exclude(pk__in=[keys[str(job.key)] for job in jobs])
        for verification in new.filter(status__in=ENDED).order_by("pk"):
            # A worker that took the job before would find that there is nothing to do.
            with transaction.atomic():
                jobs += ask_for_verdicts(REVERIFY, [verification.pk], tell=False)
                requeue(verification)
                touch_tables(verification)
        asked = {job.key for job in jobs}
        jobs += ask_for_verdicts(REVERIFY, [pk for key, pk in keys.items() if key not in asked], tell=False)
        return sorted(job.pk for job in jobs)

    def has_changed(self, log_id: int, before: Verdict | None) -> bool:
        """Whether the verdict on a log is another one than before; says so."""
        verification = Verification.objects.select_related("log").get(log=log_id, engine=ENGINE_VERSION)
        after = (verification.verdict or verification.status, verification.code)
        if before is None or before == after:
            return False
        table = Table.objects.filter(log=log_id).select_related("round__stage__tournament").first()
        rests = f"; the result of table {table.pk} ({table.round.stage.tournament}) rests on it" if table else ""
        was, now = (" ".join(filter(None, verdict)) for verdict in (before, after))
        self.stdout.write(f"{verification.log.sha256}: was {was}, is {now}: {verification.reason}{rests}")
        return True

    def last_verdict(self, log_id: int) -> Verdict | None:
        """What was said last, by whichever engine; None if nobody has said anything."""
        done = Verification.objects.filter(log=log_id, status=Verification.Status.DONE).order_by("-pk")
        found: Verdict | None = done.values_list("verdict", "code").first()
        return found
