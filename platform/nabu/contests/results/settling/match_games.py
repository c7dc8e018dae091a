"""The games of a best-of-n match: the next one is opened when one is settled, and taken away when that is taken back.

Its tables have the same number in their round. Everything here runs inside the transaction of its caller, who has
locked the tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from competition.stand_ins import counted_places
from engine.message import Message
from nabu.contests.matches.best_of import MatchScore, decide, staying_away
from nabu.contests.matches.models import LogSubmission, Seat, Table
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.models import Entry
from nabu.contests.tournaments.queries import format_of
from nabu.core.errors import Refused

CONFIRMED = Table.Status.CONFIRMED


def games_at_most(table: Table) -> int:
    """How many games the match of this table has at most; 1 where a match is one game, and where nobody but stand-ins
    sits beside a single player."""
    if table.is_bye:
        return 1
    fmt, config = format_of(table.round.stage)
    best_of = fmt.best_of(config)
    if best_of > 1 and Seat.objects.filter(table=table.pk, entry__stand_in=False).count() < 2:
        return 1
    return best_of


def games_of(table: Table) -> list[Table]:
    """All games of the match of this table with their seats, in order."""
    games = Table.objects.filter(round=table.round_id, number=table.number)
    return list(games.order_by("game_number").prefetch_related(with_players()))


def match_score(best_of: int, games: Sequence[Table]) -> MatchScore:
    """The score of a match after its confirmed games, by entry.

    Where all its games are confirmed it is over, and who missed the last one does not come back.
    """
    confirmed = [game for game in games if game.status == CONFIRMED]
    players = _players(games[0])
    away = {seat.entry_id for seat in games[-1].seats.all() if seat.absent and len(confirmed) == len(games)}
    return decide(best_of, players, [_places(game) for game in confirmed], staying_away(players, away))


def places_in_match(table: Table, places: Sequence[int], absent: Collection[int] = ()) -> list[int] | None:
    """The places in the match, by seat of this table, if this game ended so and these positions missed it; None while
    the match is open then. In a match of several games stand-ins have none."""
    best_of = games_at_most(table)
    if best_of == 1:
        return list(places)
    seats = list(table.seats.select_related("entry").order_by("position"))
    counted = counted_places(places, absent, {at for at, seat in enumerate(seats) if seat.entry.stand_in})
    players = [seat.entry_id for seat in seats if not seat.entry.stand_in]
    games = []
    for game in games_of(table):
        if game.pk == table.pk:
            games.append(dict(zip(players, counted, strict=True)))
        elif game.status == CONFIRMED:
            games.append(_places(game))
    away = {seat.entry_id for at, seat in enumerate(seats) if at in absent and _has_left(seat)} & set(players)
    score = decide(best_of, players, games, staying_away(players, away))
    return [score.places[player] for player in players] if score.decided else None


def absent_from_match(table: Table, absent: Collection[int]) -> set[int]:
    """The positions at this table of those who came to no game of the match, if these miss this game."""
    came = {
        seat.entry_id
        for game in (games_of(table) if games_at_most(table) > 1 else [])
        if game.pk != table.pk and game.status == CONFIRMED
        for seat in game.seats.all()
        if not seat.absent
    }
    return {at for at, seat in enumerate(table.seats.all()) if at in absent and seat.entry_id not in came}


def continue_match(table: Table) -> None:
    """After a game was settled: open the next one, or take away those that are not needed any more.

    Raises Refused if the match is decided before a game that has been played.
    """
    best_of = games_at_most(table)
    if best_of == 1:
        return
    games = games_of(table)
    players = _players(games[0])
    played: list[dict[int, int]] = []
    for number, game in enumerate(games, start=1):
        if game.status != CONFIRMED:
            return
        played.append(_places(game))
        # A game that was opened after this one was needed then, whoever has left since.
        gone = _gone(game) if game is games[-1] else set()
        if decide(best_of, players, played, gone).decided:
            _remove(game, games[number:])
            return
    _open_next(games[-1])


def shorten_match(table: Table) -> None:
    """After a result was taken away: later games that nobody has begun are taken away with it."""
    if games_at_most(table) > 1:
        later = [game for game in games_of(table) if game.game_number > table.game_number]
        if not any(has_begun(game) for game in later):
            _remove(table, later)


def check_nothing_later(table: Table) -> None:
    """Raises Refused if a later game of the match has begun."""
    later = Table.objects.filter(round=table.round_id, number=table.number, game_number__gt=table.game_number)
    _check_not_begun(list(later.order_by("-game_number")))


def has_begun(game: Table) -> bool:
    """Whether somebody has reported or decided something at this game."""
    return game.status != Table.Status.OPEN or any(seat.absent and not _has_left(seat) for seat in game.seats.all())


def _has_left(seat: Seat) -> bool:
    return seat.entry.status != Entry.Status.ACTIVE


def _gone(game: Table) -> set[int]:
    """Who has left the tournament and was away from this game stays away from the next, as long as two can play."""
    seats = game.seats.all()
    return staying_away(_players(game), {seat.entry_id for seat in seats if seat.absent and _has_left(seat)})


def _players(game: Table) -> list[int]:
    """Whose match it is: not that of stand-ins."""
    return [seat.entry_id for seat in game.seats.all() if not seat.entry.stand_in]


def _places(game: Table) -> dict[int, int]:
    seats = list(game.seats.all())
    places = [seat.place for seat in seats if seat.place is not None]
    if len(places) < len(seats):
        return {}
    away = {at for at, seat in enumerate(seats) if seat.absent}
    stand_ins = {at for at, seat in enumerate(seats) if seat.entry.stand_in}
    return dict(zip(_players(game), counted_places(places, away, stand_ins), strict=True))


def _check_not_begun(games: Sequence[Table]) -> None:
    for game in games:
        if has_begun(game):
            raise Refused(Message("results.later_game", {"number": game.game_number}))


def _open_next(last: Table) -> None:
    """Who had the second seat in the last game starts the next one, the others follow round the table. More time for
    the table and its variant stay."""
    following = Table.objects.create(
        round_id=last.round_id,
        number=last.number,
        game_number=last.game_number + 1,
        bracket_slot=last.bracket_slot,
        extra_seconds=last.extra_seconds,
        variant_id=last.variant_id,
    )
    first, *others = last.seats.all()
    gone = _gone(last)
    Seat.objects.bulk_create(
        Seat(table=following, position=position, entry_id=seat.entry_id, absent=seat.entry_id in gone)
        for position, seat in enumerate([*others, first])
    )


def _remove(last: Table, games: Sequence[Table]) -> None:
    """Take games away that were not begun. What was sent for them is kept: logs without a table, photos at `last`."""
    _check_not_begun(games)
    here = set(last.photos.values_list("sha256", flat=True))
    for game in games:
        game.submissions.exclude(outcome=LogSubmission.Outcome.PENDING).update(
            note=Message("results.game_removed").to_json()
        )
        game.submissions.update(table=None)
        for photo in game.photos.exclude(sha256__in=here):
            here.add(photo.sha256)
            game.photos.filter(pk=photo.pk).update(table=last)
        game.delete()
