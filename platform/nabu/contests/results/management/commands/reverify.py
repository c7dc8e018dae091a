"""`manage.py reverify`: replay every log with the engine that is running, and tell which verdicts are others."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from engine import ENGINE_VERSION
from nabu.contests.matches.models import GameLog, Table, Verification
from nabu.contests.results.settling.submission import REVERIFY, ask_for_verdicts, requeue
from nabu.contests.results.settling.verdicts import touch_tables
from nabu.contests.results.tasks import verify_log

PROGRESS_EVERY = 5.0
ENDED = (Verification.Status.DONE, Verification.Status.FAILED)
Verdict = tuple[str, str]


class Command(BaseCommand):
    help = (
        "Replay every log that the running engine has not verified yet. Ends with status 1 if a verdict has changed. "
        "Ctrl-C stops it; without --again, the next call continues where it stopped."
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
        for number, pk in enumerate(pks, start=1):
            changed += self.replay(pk)
            if time.monotonic() - told > PROGRESS_EVERY:
                told = time.monotonic()
                self.stdout.write(f"{number} of {len(pks)} replayed, verdicts changed: {changed}")
        self.stdout.write(f"{len(pks)} of {len(pks)} replayed, verdicts changed: {changed}")
        if changed:
            raise CommandError(f"Verdicts changed: {changed}, see above. Results stay until a director decides.")

    def replay(self, log_id: int) -> bool:
        """Verify one log; say so and return True if its verdict is another one than before."""
        before = self.last_verdict(log_id)
        verification, created = Verification.objects.get_or_create(log_id=log_id, engine=ENGINE_VERSION)
        if not created and verification.status != Verification.Status.QUEUED:
            with transaction.atomic():
                ask_for_verdicts(REVERIFY, [verification.pk], tell=False)
                requeue(verification)
                touch_tables(verification)
        verify_log(verification.pk, REVERIFY)
        verification.refresh_from_db()
        if verification.status not in ENDED:
            self.stdout.write(f"{verification.log.sha256}: another process is replaying it")
            return False
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
