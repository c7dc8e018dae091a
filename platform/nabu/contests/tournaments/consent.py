"""Consent: nobody with an account is rated without having agreed, once for a tournament or for all of a club.

Only the player gives and takes back consent, whoever entered the player. Until then the games are played, and wait
unrated. Every function raises `nabu.core.errors.NotAllowed` (wrong person) or `nabu.core.errors.Refused` (wrong state).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.contests.clubs.models import Club, StandingConsent
from nabu.contests.tournaments.locks import lock_tournament
from nabu.contests.tournaments.models import NOT_AGREED, Entry, Tournament
from nabu.contests.tournaments.rating_changes import rate_tournament
from nabu.core.errors import NotAllowed, Refused

Consent = Entry.Consent
MOST_SHOWN = 20


@audited
def give_consent(actor: User, entry: Entry, how: Entry.Consent) -> Entry:
    """The player agrees to be rated in this tournament. After the approval the games that waited are rated.

    Nothing happens in an unrated tournament, so that agreeing there means nothing if it becomes rated later.
    """
    locked, current = _lock(actor, entry)
    if how in NOT_AGREED:
        raise ValueError(f"{how!r} is no consent")
    if not locked.rated or locked.practice or current.agreed:
        return current
    before, current.consent = current.consent, how
    current.save(update_fields=["consent"])
    games = rate_tournament(locked)
    audit(
        actor,
        "entry.consent_given",
        current,
        before={"consent": before},
        after={"name": current.player.name, "consent": how, "rated_games": games},
        tournament=locked,
    )
    return current


@audited
def withdraw_consent(actor: User, entry: Entry) -> Entry:
    """The player does not agree, or not any more. Raises Refused once the games are rated."""
    locked, current = _lock(actor, entry)
    if current.consent == Consent.DECLINED:
        return current
    if current.agreed and locked.approved_at is not None:
        raise Refused(_("The tournament is approved. If something is wrong, object on its ratings page."))
    before, current.consent = current.consent, Consent.DECLINED
    current.save(update_fields=["consent"])
    audit(
        actor,
        "entry.consent_withdrawn",
        current,
        before={"consent": before},
        after={"name": current.player.name, "consent": Consent.DECLINED},
        tournament=locked,
    )
    return current


@audited
def give_standing_consent(actor: User, club: Club) -> StandingConsent:
    """Agree to be rated in all rated tournaments of a club, also in those where the answer is still open."""
    if not actor.is_active:
        raise NotAllowed
    # Of two clicks at the same moment the second waits, and finds what the first has made.
    User.objects.select_for_update().get(pk=actor.pk)
    if standing_consent(actor, club) is not None:
        raise Refused(_("You already agreed."))
    made = StandingConsent.objects.create(club=club, user=actor)
    for entry in _open_entries(actor).filter(tournament__club=club).order_by("pk"):
        give_consent(actor, entry, Consent.CLUB)
    audit(actor, "club.consent_given", club, after={"club": club.name})
    return made


@audited
def withdraw_standing_consent(actor: User, club: Club) -> None:
    """From now on be asked again. Tournaments that the player is entered in keep their consent, each by itself."""
    found = standing_consent(actor, club)
    if found is None:
        raise Refused(_("You have not given consent."))
    found.withdrawn_at = timezone.now()
    found.save(update_fields=["withdrawn_at"])
    audit(actor, "club.consent_withdrawn", club, before={"club": club.name})


def standing_consent(user: User, club: Club) -> StandingConsent | None:
    """The consent of this account for a club, as long as it holds."""
    return StandingConsent.objects.filter(user=user, club=club, withdrawn_at=None).first()


def consent_when_entered(
    actor: User | None, tournament: Tournament, players: Iterable[Player]
) -> dict[int, Entry.Consent]:
    """The consent that players bring along when `actor` enters them, by player; empty where they are to be asked."""
    accounts = {player.pk: player.user_id for player in players if player.user_id is not None}
    if not tournament.rated or not accounts:
        return {}
    standing = _standing(tournament, accounts.values())
    found = {pk: Consent.CLUB for pk, account in accounts.items() if account in standing}
    return found | {pk: Consent.REGISTRATION for pk, account in accounts.items() if actor and account == actor.pk}


def follow_club(tournament: Tournament) -> None:
    """After a locked tournament was given to another club, or became rated: standing consents are those of its club."""
    entries = list(tournament.entries.filter(consent__in=(Consent.NONE, Consent.CLUB)).select_related("player"))
    standing = _standing(tournament, [entry.player.user_id for entry in entries if entry.player.user_id is not None])
    for entry in entries:
        wanted = Consent.CLUB if tournament.rated and entry.player.user_id in standing else Consent.NONE
        if entry.consent != wanted:
            entry.consent = wanted
            entry.save(update_fields=["consent"])


def consents_to_give(user: User) -> list[Entry]:
    """The entries of this account in rated tournaments that it knows of and has neither agreed to nor declined."""
    known = ~Q(tournament__status=Tournament.Status.DRAFT) | Q(tournament__check_in_open=True)
    never = Q(tournament__cancelled_from=Tournament.Status.DRAFT)
    never |= Q(tournament__status=Tournament.Status.CANCELLED, tournament__keeps_ratings=False)
    entries = _open_entries(user).filter(known).exclude(never).order_by("-pk")
    return list(entries.select_related("tournament", "player")[:MOST_SHOWN])


def not_agreed(tournament: Tournament) -> QuerySet[Entry]:
    """The entries whose games wait: with an account that has not agreed, or has not accepted the entry, by seed."""
    entries = tournament.entries.filter(Q(player__user__isnull=False) | Q(invited__isnull=False))
    entries = entries.filter(consent__in=NOT_AGREED, stand_in=False)
    return entries.select_related("player").order_by("seed", "pk")


def _open_entries(user: User) -> QuerySet[Entry]:
    return Entry.objects.filter(
        player__user=user, consent=Consent.NONE, stand_in=False, tournament__rated=True, tournament__practice=False
    )


def _standing(tournament: Tournament, accounts: Collection[int]) -> set[int]:
    """Those of these accounts that agreed to be rated in all tournaments of the club."""
    if tournament.club_id is None:
        return set()
    holding = StandingConsent.objects.filter(club=tournament.club_id, withdrawn_at=None)
    return set(holding.values_list("user_id", flat=True)) & set(accounts)


def _lock(actor: User, entry: Entry) -> tuple[Tournament, Entry]:
    locked = lock_tournament(entry.tournament_id)
    current = Entry.objects.select_related("player").filter(pk=entry.pk).first()
    if current is None:
        raise Refused(_("This player is no longer in the tournament."))
    if not actor.is_active or current.player.user_id != actor.pk:
        raise NotAllowed
    return locked, current
