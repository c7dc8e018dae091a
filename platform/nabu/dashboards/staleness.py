"""Which tournaments' games may count otherwise after a change, read from the rows that it touched."""

from __future__ import annotations

from nabu.audit.models import AuditEntry
from nabu.tournaments.models import Tournament

MODELS = {"tournaments.tournament", "tournaments.round", "matches.table", "matches.seat"}


def made_stale_by(entry: AuditEntry) -> set[int]:
    """The tournaments to look at: usually the one of the entry.

    When ratings begin or cease to count, those before every later game of the same title may be others, so it is all
    its tournaments then; so is a corrected result of a tournament that counts.
    """
    tournament = entry.tournament
    if tournament is None:
        return set()
    touched = {model for model, *_row in entry.changes}
    if not touched & MODELS:
        return set()
    approval = any(
        model == "tournaments.tournament" and "approved_at" in ((before or {}) | (after or {}))
        for model, _pk, before, after in entry.changes
    )
    if approval or tournament.approved_at is not None:
        return set(Tournament.objects.filter(game=tournament.game, rehearsal=False).values_list("pk", flat=True))
    return {tournament.pk}
