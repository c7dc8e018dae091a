"""Beat, the clock of the regular tasks, on a machine whose own clock may be set back."""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler


class Scheduler(PersistentScheduler):
    """Celery's scheduler believes that what it did in a later hour is done until that hour has come again.

    A clock that was wrong at the start and is set right an hour back would leave the site without its sweeps for an
    hour, also after a restart, because the times are kept in a file.
    """

    def tick(self, *args: Any, **options: Any) -> float:
        """Do what is due; what was done in the future counts as done now."""
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
                self._heap = None
        return super().tick(*args, **options)
