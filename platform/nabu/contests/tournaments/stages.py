"""Finishing stages and tournaments."""

from __future__ import annotations

from django.utils.translation import gettext as _

from competition.invalid_config import InvalidConfig
from engine.registry import get_game
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.locks import FINISHED, RUNNING, lock_as
from nabu.contests.tournaments.models import Round, Stage, Tournament
from nabu.contests.tournaments.queries import active_players, competitors_of, format_of, qualifiers, rounds_planned
from nabu.contests.tournaments.rated_status import check_still_open
from nabu.contests.tournaments.rating_changes import unrate_tournament
from nabu.contests.tournaments.setup.services import open_stage
from nabu.core.errors import Refused
from nabu.core.sentences import sentence

FEWEST = 2
"""With fewer players nothing can be paired."""


@audited
def finish_stage(actor: User, stage: Stage) -> Stage:
    """Close a stage and seed the next one by its standings. Who has dropped does not go on.

    A Swiss may end before its last round; a knock-out must be played to the final. Raises Refused.
    """
    locked = lock_as(actor, stage.tournament_id, {RUNNING})
    current = locked.stages.get(pk=stage.pk)
    _close(current)
    following = locked.stages.filter(position=current.position + 1).first()
    seeded: list[int] = []
    if following is not None:
        seeded = _seed_next(current, following)
    audit(
        actor,
        "stage.finished",
        current,
        {"status": Stage.Status.RUNNING},
        {"status": Stage.Status.FINISHED, "next_stage": seeded},
        tournament=locked,
    )
    return current


@audited
def finish_tournament(actor: User, tournament: Tournament) -> Tournament:
    """End the tournament; the running stage is closed with it. Raises Refused while something is left to play.

    With fewer than two players left it ends in any stage: those that follow are never played.
    """
    locked = lock_as(actor, tournament.pk, {RUNNING})
    running = locked.stages.filter(status=Stage.Status.RUNNING).first()
    if running is not None:
        later = locked.stages.filter(position__gt=running.position)
        if later.exists() and active_players(running) >= FEWEST:
            raise Refused(_("Finish the earlier stages first."))
        _close(running)
    locked.status, locked.prizes_pooled = FINISHED, True
    locked.save(update_fields=["status", "prizes_pooled"])
    audit(actor, "tournament.finished", locked, {"status": RUNNING}, {"status": FINISHED}, tournament=locked)
    return locked


@audited
def reopen_tournament(actor: User, tournament: Tournament) -> Tournament:
    """Take the end of a tournament back, and that of its last stage that was played; its ratings count no longer."""
    locked = lock_as(actor, tournament.pk, {FINISHED})
    check_still_open(actor, locked)
    if locked.approved_at is not None:
        locked.approved_at = locked.approved_by = None
        unrate_tournament(locked)
    last = locked.stages.exclude(status=Stage.Status.PENDING).order_by("position").last()
    if last is not None:
        last.status = Stage.Status.RUNNING
        last.save(update_fields=["status"])
    locked.status = RUNNING
    locked.save(update_fields=["status", "approved_at", "approved_by"])
    audit(actor, "tournament.reopened", locked, {"status": FINISHED}, {"status": RUNNING}, tournament=locked)
    return locked


def _close(stage: Stage) -> None:
    """Mark a stage as finished. Raises Refused unless all its rounds are."""
    if stage.status != Stage.Status.RUNNING:
        raise Refused(_("This stage is not running."))
    unfinished = stage.rounds.exclude(status=Round.Status.FINISHED).order_by("number").first()
    if unfinished is not None:
        raise Refused(
            _("Round %(number)s is not finished. Enter its missing results, or discard the round.")
            % {"number": unfinished.number}
        )
    played = stage.rounds.count()
    if not played and active_players(stage) >= FEWEST:
        raise Refused(_("No round of this stage has been played. Pair round 1 first."))
    fmt, _config = format_of(stage)
    if fmt.is_bracket and 0 < played < rounds_planned(stage):
        raise Refused(_("The knockout is not finished. Pair and play the remaining rounds first."))
    stage.status = Stage.Status.FINISHED
    stage.save(update_fields=["status"])


def _seed_next(stage: Stage, following: Stage) -> list[int]:
    """Open the next stage with those who go on from this one. Returns their entry ids in order of seed."""
    by_id = {competitor.id: competitor for competitor in competitors_of(stage)}
    best = [by_id[entry] for entry in qualifiers(stage)]
    next_format, next_config = format_of(following)
    sizes = get_game(stage.tournament.game).player_counts
    try:
        next_format.check_field(next_config, len(best), sizes)
    except InvalidConfig as problem:
        raise Refused(sentence(problem.message)) from None
    return open_stage(following, best)
