"""Players whom the club of a tournament has suspended: they do not enter, and who is entered already stays."""

from __future__ import annotations

from collections.abc import Sequence

from nabu.accounts.players.models import Person, Player, User
from nabu.contests.clubs.models import Suspension
from nabu.contests.clubs.suspensions import refusal_for, suspended_players
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.core.errors import Refused


def suspended_in(tournament: Tournament, players: Sequence[Player]) -> dict[int, Suspension]:
    """Which of these players may not enter this tournament, by their keys. In a practice event everybody plays."""
    if tournament.club_id is None or tournament.practice or not players:
        return {}
    return suspended_players(tournament.club_id, tournament.starts_on, [player.pk for player in players])


def own_suspensions(user: Person, tournament: Tournament) -> list[Suspension]:
    """Why this account's player may not enter, if it is so."""
    if tournament.club_id is None or not isinstance(user, User):
        return []
    player = Player.objects.filter(user=user).first()
    return list(suspended_in(tournament, [player] if player else []).values())


def check_not_suspended(actor: User | None, tournament: Tournament, players: Sequence[Player]) -> None:
    """Raises Refused, with a sentence for each of them that `actor` may read."""
    found = suspended_in(tournament, players)
    if found:
        refusals = dict.fromkeys(refusal_for(actor, suspension) for suspension in found.values())
        raise Refused(" ".join(refusals))


def suspended_entries(tournament: Tournament) -> list[tuple[Entry, Suspension]]:
    """Who is entered in a draft, or invited, although the club has suspended the player since."""
    if tournament.status != Tournament.Status.DRAFT or tournament.club_id is None:
        return []
    entries = list(tournament.entries.select_related("player", "invited").order_by("seed", "pk"))
    meant = [(entry, entry.invited or entry.player) for entry in entries]
    found = suspended_in(tournament, [player for _entry, player in meant])
    return [(entry, found[player.pk]) for entry, player in meant if player.pk in found]
