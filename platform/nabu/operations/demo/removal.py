"""The end of the demo: its tournaments, logs, players, ratings and statistics go, and what others did stays.

One tournament after the other, each in transactions of its own: whatever ends this, the next run goes on with the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from engine.message import Catalogue, Message
from engine.registry import GAMES
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.contests.clubs.models import Club
from nabu.contests.matches.models import GameLog
from nabu.contests.ratings.models import RatedGame
from nabu.contests.ratings.services import remove_games
from nabu.contests.results.logs.deleting import delete_files
from nabu.contests.results.settling.same_game import forget_games
from nabu.contests.tournaments.jobs import delete_jobs
from nabu.contests.tournaments.models import Tournament
from nabu.core.errors import NotAllowed, Refused
from nabu.operations.demo.plans import plans_of
from nabu.operations.demo.state import CLUB, LOCAL_PASSWORD, ORGANISER, PLAYERS, REMOVED, is_being_played
from nabu.statistics.dashboards.facts.staleness import mark_stale, same_title
from nabu.statistics.lab.models import Experiment
from nabu.web.jobs.asking import ask
from nabu.web.jobs.kinds import job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Progress

REMOVE_DEMO = "remove_demo"
SECONDS = 1800
"""The long seasons have thousands of rows each."""

TEXTS: Catalogue = {
    "demo.removing": gettext_noop("Removing the demo: %(done)s of %(total)s tournaments"),
    "demo.removed": gettext_noop("The demo is removed."),
}

Tell = Callable[[int, int, Message], None]


def demo_tournaments() -> QuerySet[Tournament]:
    """What the demo has made, by its organiser and the names of its plans: others of the same account are kept."""
    wanted = Q(pk__in=[])
    for game in GAMES.values():
        wanted |= Q(game=game.key, name__in=[plan.name for plan in plans_of(game)])
    return Tournament.objects.filter(wanted, organiser__username=ORGANISER[0])


def last_removal() -> Job | None:
    """The job that removes the demo, or the last one that did."""
    return Job.objects.filter(kind=REMOVE_DEMO).order_by("-pk").first()


def ask_to_remove(actor: User) -> Job:
    """Have a worker remove the demo. Raises NotAllowed, or Refused while it is still being played."""
    if not actor.is_staff:
        raise NotAllowed
    _refuse_while_played()
    return ask(REMOVE_DEMO, REMOVE_DEMO, {"language": get_language()}, actor)


@job(REMOVE_DEMO, queue="maintenance", seconds=SECONDS, kept=True)
def remove(progress: Progress) -> None:
    """Remove the demo for whoever has asked for it."""
    remove_demo(progress.job.asked_by, progress.step)
    with progress.last_step(Message("demo.removed")):
        pass


def remove_demo(actor: User | None, tell: Tell) -> list[str]:
    """Delete everything of the demo. Returns the user names of demo accounts that are in use and stay.

    Raises Refused while the demo is still being played.
    """
    # Every process imports this file when it starts, and pandas takes as long as everything else (`dashboards.tasks`).
    from nabu.statistics.dashboards.facts.refresh import refresh

    _refuse_while_played()
    found = list(demo_tournaments().order_by("pk"))
    for done, tournament in enumerate(found):
        tell(done, len(found), Message("demo.removing", {"done": done, "total": len(found)}))
        _take_out_games(actor, tournament)
        # The store of the statistics takes out what the database has no more, so the row of the tournament goes last.
        refresh(GAMES[tournament.game], tournament)
        _delete_tournament(actor, tournament)
    with transaction.atomic():
        mark_stale({pk for one in found for pk in same_title(one)})
    return _delete_people(actor, len(found))


@audited
def _take_out_games(actor: User | None, tournament: Tournament) -> None:
    """Its games leave the ratings as if they had never been rated; then rounds, tables, results and logs go."""
    locked = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    remove_games(locked.game, RatedGame.objects.filter(table__round__stage__tournament=locked))
    logs = GameLog.objects.filter(submissions__table__round__stage__tournament=locked)
    keys = list(logs.values_list("pk", flat=True).distinct())
    audit(actor, "tournament.emptied", locked, before={"name": locked.name, "logs": len(keys)})
    locked.stages.all().delete()
    delete_files(GameLog.objects.filter(pk__in=keys, submissions=None, table=None))
    forget_games()


@audited
def _delete_tournament(actor: User | None, tournament: Tournament) -> None:
    """The tournament, and those of its players who were made up for it."""
    locked = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    people = list(locked.entries.values_list("player_id", flat=True))
    audit(actor, "tournament.deleted", locked, before={"name": locked.name, "demo": True})
    delete_jobs(locked)
    locked.delete()
    Player.objects.filter(pk__in=people, user=None, entries=None, rating_entries=None).delete()


@audited
def _delete_people(actor: User | None, tournaments: int) -> list[str]:
    """The experiment, the club and the accounts. One that is somebody's, or has something of its own, stays."""
    kept = []
    organiser = User.objects.filter(username=ORGANISER[0]).first()
    about = User(pk=organiser.pk if organiser else 0)
    if organiser is not None:
        Experiment.objects.filter(owner=organiser).delete()
        # A club that somebody holds tournaments of their own with stays, and so does its owner.
        Club.objects.filter(name=CLUB, memberships__user=organiser, tournaments=None).delete()
    for username, name in (*PLAYERS, ORGANISER):
        user = User.objects.filter(username=username).first()
        if user is not None and not _delete_account(user, name):
            kept.append(username)
    audit(actor, REMOVED, about, after={"tournaments": tournaments, "kept": kept})
    return kept


def _delete_account(user: User, name: str) -> bool:
    """Whether the account was the demo's and is gone."""
    player = Player.objects.filter(user=user).first()
    is_known = user.username == ORGANISER[0] or user.last_login is None or user.check_password(LOCAL_PASSWORD)
    if user.is_staff or not is_known or (player is not None and player.name != name):
        return False
    try:
        with transaction.atomic():
            if player is not None:
                # The guests who stood in until the account accepted.
                Player.objects.filter(merged_into=player, user=None).delete()
                player.delete()
            user.delete()
    except ProtectedError:
        return False
    return True


def _refuse_while_played() -> None:
    if is_being_played():
        raise Refused(_("The demo is still being played. Remove it when the home page says that it is complete."))
