"""Changing seats in a published round: at once while no result depends on them, else shown first, then done.

A result stays with its seats: whoever sits there now played that game. So this is also the way to mend a round in which
two players sat down at each other's tables, after their results were entered.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from competition.records import SERIOUS, Concern
from engine.message import Message
from nabu.accounts.audit.changes import audited, dry_run
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.rated_games import rate_table
from nabu.contests.matches.slips import replace_slips
from nabu.contests.results.corrections.services import Consequences, moved, places_of, sentences
from nabu.contests.results.settling.counting import Propagation, followed_json
from nabu.contests.results.settling.propagation import Propagated, is_built_on, propagate, rebuild_kept_stage
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.queries import format_of
from nabu.contests.tournaments.rounds.byes import count_byes, mark_byes
from nabu.contests.tournaments.rounds.check import check_round
from nabu.contests.tournaments.rounds.seating import exchange, explain, move, seats_in, swap
from nabu.contests.tournaments.rounds.services import lock_round_row, refresh_round, tables_as_json
from nabu.contests.tournaments.variants import variant_of_late_table
from nabu.core.errors import Refused

NEEDS_LOOK = Message("results.needs_look")
Status = Table.Status


@audited
def change_seats(
    actor: User, seat: Seat, to: Seat | Table | None, reason: str = "", propagation: Propagation | None = None
) -> Propagated:
    """A player of a published round swaps with another one (`to` a seat), joins a table, or gets a bye (None).

    Where a result, or something later, depends on one of the tables, two players can only be swapped, with a reason;
    each result stays with its seat. That, and a new serious problem of the round, is refused (`NEEDS_LOOK`) without
    `propagation`, which says that the director has seen what follows. Returns what followed. Raises NotAllowed or
    Refused.
    """
    round_, locked = lock_round_row(actor, seat.table.round)
    if round_.status == Round.Status.DRAFT:
        raise Refused(_("This round is a draft. Move its players there."))
    mine, target = _as_now(round_, seat, to)
    tables = _games_at(
        round_, [mine.table, *([target.table] if isinstance(target, Seat) else [target] if target else [])]
    )
    _check_bracket(round_, target)
    depends = is_built_on(round_) or _check_settled(tables)
    reason = reason.strip()
    if depends:
        if not isinstance(target, Seat):
            raise Refused(_("A result depends on these tables, so two players can only be swapped."))
        if mine.entry.stand_in != target.entry.stand_in:
            raise Refused(_("A stand-in counts for nobody, so no result can change between one and a player."))
        if propagation is None:
            raise Refused(NEEDS_LOOK)
        if not reason:
            raise Refused(_("Enter a reason: a result depends on these seats."))
    before, known = tables_as_json(round_), _serious(check_round(round_).concerns)
    byes = set(round_.tables.filter(is_bye=True).values_list("pk", flat=True))
    if isinstance(target, Seat):
        (exchange if depends else swap)(round_, mine, target)
    else:
        move(round_, mine, target)
    mark_byes(round_)
    _follow_variants(round_, byes)
    count_byes(round_)
    followed = Propagated()
    for concern in _serious(explain(round_).concerns):
        if concern not in known:
            followed.lines.append(concern)
            followed.breaks = True
    if followed.breaks and propagation is None:
        raise Refused(NEEDS_LOOK)
    left = Table.objects.filter(pk__in=[each.pk for each in tables])
    replace_slips(list(left))
    for table in left.filter(status=Status.CONFIRMED, is_bye=False):
        rate_table(table)
    refresh_round(round_)
    if depends and is_built_on(round_):
        later = propagate(round_, rebuild_next=propagation is not None and propagation.rebuild_next)
        later.lines[:0] = followed.lines
        followed = later
    audit(
        actor,
        "round.seats_changed",
        round_,
        before,
        tables_as_json(round_) | followed_json(followed),
        reason,
        tournament=locked,
    )
    return followed


def preview_seats(
    actor: User, seat: Seat, to: Seat | Table | None, reason: str = ""
) -> tuple[Consequences, Consequences | None]:
    """What `change_seats` would change later and in the ranking if the next stage is kept, and if it is rebuilt; None
    where that is the same. Raises what `change_seats` raises; changes nothing."""
    tournament = seat.table.round.stage.tournament_id
    with dry_run():
        before = places_of(tournament)
        followed = change_seats(actor, seat, to, reason, Propagation())
        kept = Consequences(sentences(followed), moved(before, places_of(tournament)))
        if followed.kept_stage is None:
            return kept, None
        rebuilt = rebuild_kept_stage(followed)
        return kept, Consequences(sentences(rebuilt), moved(before, places_of(tournament)))


def seats_changed(
    actor: User, seat: Seat, to: Seat | Table | None, reason: str, propagation: Propagation | None
) -> Consequences:
    """Change the seats; returns what that changed later and in the ranking. Raises what `change_seats` raises."""
    tournament = seat.table.round.stage.tournament_id
    with transaction.atomic():
        before = places_of(tournament)
        followed = change_seats(actor, seat, to, reason, propagation)
        return Consequences(sentences(followed), moved(before, places_of(tournament)))


def _as_now(round_: Round, seat: Seat, to: Seat | Table | None) -> tuple[Seat, Seat | Table | None]:
    """Both as they are in the locked round. Raises Refused for what is not there any more, or is the same."""
    seats = {
        found.pk: found for found in seats_in(round_).filter(pk__in=[seat.pk, to.pk if isinstance(to, Seat) else 0])
    }
    if seat.pk not in seats or (isinstance(to, Seat) and to.pk not in seats):
        raise Refused(_("This player no longer sits there. Reload the page."))
    mine = seats[seat.pk]
    if isinstance(to, Seat):
        other = seats[to.pk]
        if other.entry_id == mine.entry_id:
            raise Refused(_("Choose two different players."))
        return mine, other
    if to is None:
        return mine, None
    table = Table.objects.filter(round=round_, pk=to.pk).first()
    if table is None:
        raise Refused(_("This table no longer exists."))
    if table.number == mine.table.number:
        raise Refused(_("The player already sits at this table."))
    return mine, table


def _games_at(round_: Round, tables: Sequence[Table]) -> list[Table]:
    """All games of the matches at these tables."""
    numbers = {table.number for table in tables}
    return list(Table.objects.filter(round=round_, number__in=numbers).order_by("number", "game_number"))


def _check_bracket(round_: Round, target: Seat | Table | None) -> None:
    """Raises Refused where a bracket says who plays whom."""
    if not format_of(round_.stage)[0].is_bracket:
        return
    if not isinstance(target, Seat):
        raise Refused(_("Tables in a bracket are fixed. Swap two players instead."))
    if round_.number > 1:
        raise Refused(_("The results of the round before decide who plays here. Correct the wrong result instead."))


def _check_settled(tables: Sequence[Table]) -> bool:
    """Whether a result, a log or a photo belongs to one of these tables. Raises Refused while one is being decided."""
    games = [table for table in tables if not table.is_bye]
    for table in games:
        if table.status in (Status.REPORTED, Status.DISPUTED):
            raise Refused(
                _("The result of table %(number)s is not decided. Confirm or withdraw it first.")
                % {"number": table.number}
            )
    rows = Table.objects.filter(pk__in=[table.pk for table in games])
    recorded = rows.filter(records__status="open").first()
    if recorded is not None:
        raise Refused(
            _("The game at table %(number)s is being recorded. Finish or discard the record first.")
            % {"number": recorded.number}
        )
    return (
        rows.filter(status=Status.CONFIRMED).exists()
        or rows.filter(submissions__isnull=False).exists()
        or rows.filter(photos__isnull=False).exists()
    )


def _follow_variants(round_: Round, byes: Container[int]) -> None:
    """A bye has no variant; a table that was a bye gets the one that is played least."""
    round_.tables.filter(is_bye=True).exclude(variant=None).update(variant=None)
    for table in round_.tables.filter(is_bye=False, variant=None).order_by("number"):
        if table.pk in byes:
            table.variant = variant_of_late_table(round_)
            table.save(update_fields=["variant"])


def _serious(concerns: Sequence[Concern]) -> list[Message]:
    return [concern.text for concern in concerns if concern.level == SERIOUS]
