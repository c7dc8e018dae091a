"""Who may call, answer calls, write to an organiser, and read what was written. All else is refused."""

from __future__ import annotations

from django.db.models import Q

from nabu.accounts.players.models import Person, User
from nabu.contests.calls.models import Block, Conversation, DirectorCall
from nabu.contests.clubs.models import Club
from nabu.contests.clubs.permissions import can_manage_club
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.results.permissions import sits_at
from nabu.contests.results.reporters import Reporter
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import can_keep_score, can_see_tournament, is_organiser


def can_call(person: Person | SeatHolder, table: Table) -> bool:
    """Whoever sits at the table. In a practice event, whose players are made up, whoever keeps score there."""
    tournament = table.round.stage.tournament
    if sits_at(person, table):
        return True
    return tournament.practice and isinstance(person, User) and can_keep_score(person, tournament)


def can_answer_calls(person: Person, tournament: Tournament) -> bool:
    """On duty are all who keep score."""
    return can_keep_score(person, tournament)


def is_caller(person: Person | SeatHolder, call: DirectorCall) -> bool:
    """The call comes from this person, with the account or with the code of the seat."""
    if isinstance(person, SeatHolder):
        entry = person.seat.entry
        same_account = call.made_by_id is not None and call.made_by_id == entry.player.user_id
        return call.made_entry_id == entry.pk or same_account
    if not isinstance(person, User):
        return False
    if call.made_entry is not None:
        return call.made_entry.player.user_id == person.pk
    return call.made_by_id == person.pk


def is_blocked(person: Reporter, tournament: Tournament) -> bool:
    """The organiser does not want the calls and messages of this person, with an account or without."""
    if isinstance(person, SeatHolder):
        player = person.seat.entry.player
        who = Q(entry=person.entry_id) | (Q(user=player.user_id) if player.user_id is not None else Q(pk=None))
    else:
        who = Q(user=person.pk) | Q(entry__player__user=person.pk)
    return Block.objects.filter(who, tournament=tournament).exists()


def can_contact(person: Person, about: Tournament | Club) -> bool:
    """Every account that sees the event or the club, but those who would write to themselves."""
    if not isinstance(person, User) or not person.is_active:
        return False
    if isinstance(about, Tournament):
        return can_see_tournament(person, about) and not answers_for(person, about)
    return not answers_for(person, about)


def answers_for(person: Person, about: Tournament | Club) -> bool:
    """Whoever organises the event: its owner and directors. The owners of a club. Staff."""
    return is_organiser(person, about) if isinstance(about, Tournament) else can_manage_club(person, about)


def can_read(person: Person, conversation: Conversation) -> bool:
    """Who began it, and those who answer for the event or the club now."""
    if isinstance(person, User) and person.is_active and conversation.writer_id == person.pk:
        return True
    return answers_for(person, about_of(conversation))


def about_of(conversation: Conversation) -> Tournament | Club:
    """The event or the club."""
    about = conversation.tournament or conversation.club
    assert about is not None
    return about
