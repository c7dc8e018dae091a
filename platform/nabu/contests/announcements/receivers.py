"""Open pages are told when what is announced has changed: also by an undo, or because a round has ended."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.signals import change_recorded
from nabu.accounts.versions.services import announcements_topic, touch
from nabu.contests.announcements.models import Announcement
from nabu.contests.tournaments.models import Round


@receiver(change_recorded)
def renew_pages(entry: AuditEntry, **kwargs: Any) -> None:
    """A change of announcements, or of the state of a round to which something was said."""
    if entry.tournament_id is None:
        return
    rows = {(label, pk): after for label, pk, _before, after in entry.changes}
    announced = any(label == Announcement._meta.label_lower for label, _pk in rows)
    changed = {pk: after or {} for (label, pk), after in rows.items() if label == Round._meta.label_lower}
    rounds = [pk for pk, after in changed.items() if "status" in after]
    if announced or (rounds and Announcement.objects.filter(round__in=rounds).exists()):
        touch(announcements_topic(entry.tournament_id))
