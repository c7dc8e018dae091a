"""Tournaments whose games may count otherwise after a change: which they are, and that a worker looks at them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.tournaments.models import Tournament
from nabu.web.jobs.asking import ask_all, live_jobs

LOOK_AGAIN = "statistics"
MODELS = {"tournaments.tournament", "tournaments.round", "matches.table", "matches.seat", "matches.scoresheet"}
"""Whether and how a game counts stands in these rows."""

ENTRY, ANSWER = "tournaments.entry", {"consent", "player_id", "invited_id"}
"""With these columns alone a player answers, to being rated or to an invitation: whose a game is, and whether it is
rated."""


def mark_stale(tournaments: Collection[int], *, tell: bool = True) -> None:
    """The games of these tournaments may have changed: a worker looks at them after the commit; without `tell` the
    caller does (`nabu.web.jobs.beside_workers`)."""
    if not tournaments:
        return
    ask_all(LOOK_AGAIN, [(f"statistics:{pk}", {"tournament": pk}) for pk in sorted(set(tournaments))], tell=tell)


def stale_tournaments() -> list[int]:
    """The tournaments whose games a worker still has to look at."""
    return list(live_jobs(LOOK_AGAIN).values_list("payload__tournament", flat=True))


def made_stale_by(entry: AuditEntry) -> set[int]:
    """The tournaments to look at: usually the one of the entry.

    When ratings begin or cease to count, or a result that counts is corrected, the ratings before every later game of
    the title may be others: then it is all its tournaments.
    """
    tournament = entry.tournament
    if tournament is None:
        return set()
    changes = [(model, (before or {}) | (after or {})) for model, _pk, before, after in entry.changes]
    answered = any(model == ENTRY and columns.keys() <= ANSWER for model, columns in changes)
    if any(_moves_ratings(tournament, model, columns) for model, columns in changes):
        return same_title(tournament)
    return {tournament.pk} if answered or any(model in MODELS for model, _columns in changes) else set()


def same_title(tournament: Tournament) -> set[int]:
    """All tournaments of its title, before whose games the ratings may be others now."""
    return set(Tournament.objects.filter(game=tournament.game, practice=False).values_list("pk", flat=True))


def _moves_ratings(tournament: Tournament, model: str, columns: Mapping[str, object]) -> bool:
    """Whether a change of these columns of a row makes the journal write other ratings. The proof of a result that
    stands does not.
    """
    if model == "tournaments.tournament":
        return "approved_at" in columns
    counts = tournament.approved_at is not None
    if model == ENTRY:
        return counts and columns.keys() <= ANSWER
    return counts and model == "matches.seat" and not columns.keys().isdisjoint({"place", "absent"})
