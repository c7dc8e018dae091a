"""From what happened to the mails of those whom it concerns: rows, which a worker sends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.db.models import Prefetch, Q, QuerySet

from engine.message import Message
from nabu.accounts.players.models import Player, User
from nabu.contests.announcements.models import Announcement
from nabu.contests.announcements.recipients import accounts_told
from nabu.contests.calls.models import ContactMessage
from nabu.contests.clubs.models import Membership, Suspension
from nabu.contests.clubs.queries import ORGANISE
from nabu.contests.dates.queries import with_dates
from nabu.contests.domain_events import events
from nabu.contests.domain_events.events import DomainEvent
from nabu.contests.matches.models import LogSubmission, Objection, Seat, Table
from nabu.contests.ratings.models import RatingEntry, RatingExclusion
from nabu.contests.tournaments.entering import HOPES
from nabu.contests.tournaments.models import Entry, Registration, Role, Tournament
from nabu.contests.tournaments.rated_status import objections_until
from nabu.messages.notifications import texts
from nabu.messages.notifications.kinds import Kind
from nabu.messages.notifications.links import stop_link
from nabu.messages.notifications.models import Mail
from nabu.messages.notifications.pairings import only_news
from nabu.web.jobs.asking import ask

SEND = "mails"
"""The kind of the job that sends mails, and its key."""

ANNOUNCED = (events.ANNOUNCEMENT_MADE, events.TABLE_ANNOUNCEMENT)
BATCH = 500


def mails_of(happened: Sequence[DomainEvent], actor_id: int | None) -> list[Mail]:
    """The mails that follow from a change, not saved yet. Who made it is not told about it."""
    mails: list[Mail] = []
    rounds = [one.pk for one in happened if one.kind == events.ROUND_PUBLISHED]
    mails += _of_tables(Table.objects.filter(round__in=rounds), Kind.PAIRING, texts.pairing, None)
    for kind, of_mail, text in (
        (events.TABLE_SEATS, Kind.PAIRING, texts.reseated),
        (events.TABLE_DEADLINE, Kind.DEADLINE, texts.more_time),
        (events.TABLE_REPORTED, Kind.CONFIRM, texts.confirm),
        (events.TABLE_DISPUTED, Kind.RESULT, texts.disputed),
        (events.TABLE_REOPENED, Kind.RESULT, texts.reopened),
    ):
        told = [one.pk for one in happened if one.kind == kind]
        if not told:
            continue
        tables: QuerySet[Table] = Table.objects.filter(pk__in=told)
        if of_mail == Kind.DEADLINE:
            # One that was taken away since is nothing to tell.
            tables = with_dates(tables).exclude(due_at=None)
        mails += _of_tables(tables, of_mail, text, actor_id)
    results = {one.pk: one.again for one in happened if one.kind == events.TABLE_RESULT}
    decided = Table.objects.filter(pk__in=results, is_bye=False)
    mails += _of_tables(
        [t for t in decided if results[t.pk] or t.basis in (Table.Basis.RULING, Table.Basis.FORFEIT)],
        Kind.RESULT,
        texts.decided,
        actor_id,
    )
    mails += _of_registrations([one.pk for one in happened if one.kind == events.REGISTRATION_CHANGED], actor_id)
    answered = [one.pk for one in happened if one.kind == events.OBJECTION_ANSWERED]
    said = [one.pk for one in happened if one.kind in ANNOUNCED and not one.again]
    mails += _of_announcements(Announcement.objects.filter(pk__in=said, by_mail=True))
    mails += _of_objections(Objection.objects.filter(pk__in=answered).exclude(made_by=actor_id))
    for one in happened:
        if one.kind == events.TOURNAMENT_FINISHED:
            mails += _of_tournament(one)
        elif one.kind == events.TOURNAMENT_CANCELLED:
            mails += _of_cancelled(one, texts.cancelled, actor_id)
        elif one.kind == events.TOURNAMENT_REOPENED and one.again:
            mails += _of_cancelled(one, texts.not_cancelled, actor_id)
        elif one.kind in (events.TOURNAMENT_APPROVED, events.APPROVAL_WITHDRAWN):
            mails += _of_approval(one)
    return mails


def deadline_mails(tables: Sequence[int]) -> list[Mail]:
    """The players of these tables are reminded of their deadline."""
    due = with_dates(Table.objects.filter(pk__in=tables)).exclude(due_at=None)
    return _of_tables(due, Kind.DEADLINE, texts.deadline, None)


def verdict_mails(submission: LogSubmission) -> list[Mail]:
    """Who sent a log is told what the engine says about it."""
    mail = _for(submission.submitted_by, Kind.VERDICT) if submission.submitted_by else None
    if mail is None:
        return []
    return [_fill(mail, texts.verdict(submission))]


def save_mails(mails: Sequence[Mail]) -> None:
    """Store those that are news and have them sent. In the caller's transaction."""
    news = only_news(mails)
    if news:
        Mail.objects.bulk_create(news, batch_size=BATCH)
        ask(SEND, SEND)


def write_webhook_mails(people: Iterable[User], tournament: str, url: str, reason: Message, page: str) -> None:
    """These people are told that a webhook of the tournament is switched off; `page` is where they switch it on."""
    mails = []
    for user in people:
        mail = _for(user, Kind.WEBHOOK)
        if mail is not None:
            mails.append(_fill(mail, texts.webhook_off(tournament, url, reason, page)))
    save_mails(mails)


def _of_tables(tables: Iterable[Table], kind: Kind, text: texts.TableText, but: int | None) -> list[Mail]:
    """A mail for every player of these tables who wants one."""
    # Prefetched, not joined: a round holds its proposal, which would be read once for every seat.
    seats = Seat.objects.select_related("entry__player__user__mailbox").order_by("position")
    pks = [table.pk for table in tables]
    if not pks:
        return []
    found = (
        with_dates(Table.objects.filter(pk__in=pks))
        .select_related("variant")
        .prefetch_related("round__stage__tournament", Prefetch("seats", seats))
        .order_by("number", "pk")
    )
    mails = []
    for table in found:
        seated = list(table.seats.all())
        for seat in seated:
            user = seat.entry.player.user
            mail = _for(user, kind) if user is not None and user.pk != but else None
            if mail is not None:
                filled = _fill(mail, text(seat, seated))
                if kind == Kind.PAIRING:
                    filled.content["table"] = table.pk
                mails.append(filled)
    return mails


def _of_registrations(pks: Sequence[int], but: int | None) -> list[Mail]:
    found = Registration.objects.filter(pk__in=pks).select_related("tournament", "player__user__mailbox")
    mails = []
    for one in found.exclude(player__user=but) if but else found:
        mail, letter = _for(one.player.user, Kind.REGISTRATION), texts.registration(one)
        if mail is not None and letter is not None:
            mails.append(_fill(mail, letter))
    return mails


def _of_objections(objections: QuerySet[Objection]) -> list[Mail]:
    """A mail for everybody whose objection was answered."""
    found = objections.select_related("made_by__mailbox", "table__round__stage__tournament")
    mails = []
    for objection in found:
        mail = _for(objection.made_by, Kind.RESULT)
        if mail is not None:
            mails.append(_fill(mail, texts.objection_answered(objection)))
    return mails


def _of_announcements(announcements: QuerySet[Announcement]) -> list[Mail]:
    """One for each account that an announcement reaches, however often it is entered."""
    mails = []
    for said in announcements.select_related("tournament", "round", "table").order_by("pk"):
        letter = texts.announcement(said)
        for user in accounts_told(said).select_related("mailbox"):
            mail = _for(user, Kind.ANNOUNCEMENT)
            if mail is not None:
                filled = _fill(mail, letter)
                filled.content["announcement"] = said.pk
                mails.append(filled)
    return mails


def _of_tournament(event: DomainEvent) -> list[Mail]:
    entries = Entry.objects.filter(tournament=event.tournament).select_related("player__user__mailbox")
    mails = []
    for entry in entries:
        mail = _for(entry.player.user, Kind.FINISHED)
        if mail is not None:
            mails.append(_fill(mail, texts.finished(entry.player, event.tournament)))
    return mails


def _of_cancelled(
    event: DomainEvent, text: Callable[[Player, Tournament], texts.Letter], but: int | None
) -> list[Mail]:
    """To everybody with an account who has a place, or hopes for one, and has not dropped out."""
    entered = Entry.objects.filter(tournament=event.tournament, status=Entry.Status.ACTIVE)
    waiting = Registration.objects.filter(tournament=event.tournament, status__in=HOPES)
    concerned = Q(pk__in=entered.values("player")) | Q(pk__in=waiting.values("player"))
    mails = []
    for player in Player.objects.filter(concerned).select_related("user__mailbox").order_by("pk"):
        mail = _for(player.user, Kind.REGISTRATION) if player.user_id != but else None
        if mail is not None:
            mails.append(_fill(mail, text(player, event.tournament)))
    return mails


def _of_approval(event: DomainEvent) -> list[Mail]:
    """To those with an account who are rated now, or who agreed to be before the approval was withdrawn."""
    tournament, until = event.tournament, objections_until(event.tournament)
    games = RatingEntry.objects.filter(rated_game__table__round__stage__tournament=tournament)
    rated = set(games.values_list("player_id", flat=True))
    mails = []
    for entry in Entry.objects.filter(tournament=tournament).select_related("player__user__mailbox"):
        mail = _for(entry.player.user, Kind.RATINGS) if entry.agreed else None
        if mail is None:
            continue
        if event.kind == events.APPROVAL_WITHDRAWN:
            mails.append(_fill(mail, texts.approval_withdrawn(entry.player, tournament)))
        elif until is not None and entry.player_id in rated:
            mails.append(_fill(mail, texts.approved(entry.player, tournament, f"{until:%Y-%m-%d %H:%M %Z}")))
    return mails


def write_exclusion_mails(exclusion: RatingExclusion) -> None:
    """Who runs a tournament, also in its club, is told that staff took it out of the ratings, or put it back."""
    tournament: Tournament = exclusion.tournament
    people = _organisers(tournament)
    ended = exclusion.ended_at is not None
    reason = exclusion.end_reason if ended else exclusion.reason
    mails = []
    for user in people.select_related("mailbox", "player").order_by("pk"):
        mail, player = _for(user, Kind.RATINGS), getattr(user, "player", None)
        if mail is not None and player is not None:
            mails.append(_fill(mail, texts.exclusion(player, tournament, reason, ended)))
    save_mails(mails)


def write_contact_mails(message: ContactMessage) -> None:
    """Whom a message is for is told that it is there. What it says is read on the site, with a sign-in."""
    conversation = message.conversation
    if message.is_answer:
        people = User.objects.filter(pk=conversation.writer_id)
    elif conversation.tournament is not None:
        people = _organisers(conversation.tournament)
    else:
        owners = Membership.objects.filter(club=conversation.club_id, kind=Membership.Kind.OWNER)
        people = User.objects.filter(pk__in=owners.values("user"))
    mails = []
    for user in people.exclude(pk=message.author_id).select_related("mailbox").order_by("pk"):
        mail = _for(user, Kind.CONTACT)
        if mail is not None:
            mails.append(_fill(mail, texts.contact(message)))
    save_mails(mails)


def _organisers(tournament: Tournament) -> QuerySet[User]:
    """Its owner and directors, also those of its club."""
    directors = Role.objects.filter(tournament=tournament, kind=Role.Kind.DIRECTOR)
    of_club = Membership.objects.filter(club=tournament.club_id, kind__in=ORGANISE)
    return User.objects.filter(
        Q(pk=tournament.organiser_id) | Q(pk__in=directors.values("user")) | Q(pk__in=of_club.values("user"))
    )


def write_suspension_mail(suspension: Suspension) -> None:
    """A suspended player with an account is told how long and why, and when it is lifted. A guest has no mailbox."""
    mail = _for(suspension.who.user, Kind.REGISTRATION)
    if mail is not None:
        save_mails([_fill(mail, texts.suspension(suspension))])


def _for(user: User | None, kind: Kind) -> Mail | None:
    """An empty mail to this account; None if it has no confirmed address or does not want it."""
    mailbox = getattr(user, "mailbox", None)
    if user is None or mailbox is None or not user.is_active or not user.email:
        return None
    if mailbox.confirmed != user.email or kind in mailbox.off:
        return None
    return Mail(user=user, kind=kind, address=user.email)


def _fill(mail: Mail, letter: texts.Letter) -> Mail:
    mail.content = letter.signed(stop_link(mail.user_id, mail.kind)).to_json()
    return mail
