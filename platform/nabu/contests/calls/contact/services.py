"""Writing to an organiser, answering, closing a conversation. No address of anybody is shown to anybody."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.contests.calls.limits.services import settings_of
from nabu.contests.calls.models import SUBJECT_LENGTH, TEXT_LENGTH, ContactMessage, Conversation
from nabu.contests.calls.permissions import about_of, answers_for, can_contact, is_blocked
from nabu.contests.calls.signals import contact_written
from nabu.contests.clubs.models import Club
from nabu.contests.tournaments.models import Tournament
from nabu.core.errors import NotAllowed, Refused

State = Conversation.State

MOST_UNANSWERED = 3
"""So many messages a person may have waiting with one event or club; an answer, or closing, makes room."""

MOST_A_DAY = 10
"""So many messages a person may write to organisers in 24 hours, all events and clubs together."""

MOST_ANSWERS = 20
"""In one conversation within 24 hours: each one is a mail."""

DAYS_AFTER_THE_END = 30
"""So long after an event ended people can write to its organiser."""

ENDINGS = ("tournament.finished", "tournament.cancelled")
"""Actions of the audit trail that say when an event ended."""


@transaction.atomic
def write_to_organiser(actor: User, about: Tournament | Club, text: str, subject: str = "") -> ContactMessage:
    """Write to those who answer for an event or a club. Raises NotAllowed or Refused."""
    # The limits count over all events: one message of a person after the other.
    actor = User.objects.select_for_update().get(pk=actor.pk)
    about = _as_it_is(about)
    if not can_contact(actor, about):
        raise NotAllowed
    if why := why_no_contact(about, actor):
        raise Refused(why)
    text, subject = _checked(text), " ".join(subject.split())
    if len(subject) > SUBJECT_LENGTH:
        raise Refused(_("Too long: at most %(length)s characters.") % {"length": SUBJECT_LENGTH})
    day = timezone.now() - timedelta(days=1)
    if ContactMessage.objects.filter(author=actor, is_answer=False, at__gt=day).count() >= MOST_A_DAY:
        raise Refused(
            _("You have written %(most)s messages to organisers in 24 hours. Try again tomorrow.")
            % {"most": MOST_A_DAY}
        )
    place = {"tournament": about} if isinstance(about, Tournament) else {"club": about}
    conversation, _made = Conversation.objects.select_for_update().get_or_create(
        **place, writer=actor, defaults={"last_at": timezone.now()}
    )
    if conversation.unanswered >= MOST_UNANSWERED:
        raise Refused(
            _("You have written %(most)s messages that are not answered yet. Wait for an answer.")
            % {"most": MOST_UNANSWERED}
        )
    return _add(conversation, ContactMessage(author=actor, subject=subject, text=text), "contact.written")


@transaction.atomic
def answer(actor: User, conversation: Conversation, text: str, seen: int | None = None) -> ContactMessage:
    """Answer for the event or the club. `seen`: the last message that was read; Refused if a newer one is there."""
    locked = _locked(actor, conversation)
    text = _checked(text)
    since = timezone.now() - timedelta(days=1)
    if locked.messages.filter(is_answer=True, at__gte=since).count() >= MOST_ANSWERS:
        raise Refused(_("You have answered %(most)s times today. Wait until tomorrow.") % {"most": MOST_ANSWERS})
    last = locked.messages.select_related("author__player").order_by("-pk").first()
    if seen is not None and last is not None and last.pk > seen and last.author_id != actor.pk:
        raise Refused(_("%(name)s has written meanwhile. Read it first.") % {"name": name_of(last.author)})
    return _add(locked, ContactMessage(author=actor, is_answer=True, text=text), "contact.answered")


@transaction.atomic
def close_conversation(actor: User, conversation: Conversation) -> Conversation:
    """No answer is needed any more. The person may write again, which opens it. Doing it again does nothing."""
    locked = _locked(actor, conversation)
    if locked.state != State.CLOSED:
        locked.state, locked.closed_by, locked.unanswered = State.CLOSED, actor, 0
        locked.save(update_fields=["state", "closed_by", "unanswered"])
        audit(actor, "contact.closed", locked, tournament=locked.tournament)
    return locked


def why_no_contact(about: Tournament | Club, person: User) -> str:
    """Why this person cannot write about it now; empty if they can."""
    if isinstance(about, Club):
        return ""
    if about.practice:
        return _("Practice events have no messages.")
    if about.status == Tournament.Status.DRAFT and not about.registration:
        return _("This event has not been announced yet.")
    if not settings_of(about).contact:
        return _("The organiser has switched messages off for this event.")
    if is_blocked(person, about):
        return _("The organiser has blocked your messages in this event.")
    ended = ended_at(about)
    if ended is not None and timezone.now() - ended > timedelta(days=DAYS_AFTER_THE_END):
        return _("This event ended more than %(days)s days ago. You can no longer write to its organiser.") % {
            "days": DAYS_AFTER_THE_END
        }
    return ""


def ended_at(tournament: Tournament) -> datetime | None:
    """When it was finished or cancelled; None while it is not over."""
    if tournament.status not in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
        return None
    endings = AuditEntry.objects.filter(tournament=tournament, action__in=ENDINGS).order_by("-pk")
    return endings.values_list("at", flat=True).first()


def _as_it_is(about: Tournament | Club) -> Tournament | Club:
    """As it is by now, not as the caller has seen it."""
    found: Tournament | Club | None
    if isinstance(about, Tournament):
        found = Tournament.objects.filter(pk=about.pk).first()
    else:
        found = Club.objects.filter(pk=about.pk).first()
    if found is None:
        raise Refused(_("What this is about no longer exists."))
    return found


def _locked(actor: User, conversation: Conversation) -> Conversation:
    locked = Conversation.objects.select_for_update().filter(pk=conversation.pk).first()
    if locked is None:
        raise Refused(_("This conversation no longer exists."))
    if not answers_for(actor, about_of(locked)):
        raise NotAllowed
    return locked


def _checked(text: str) -> str:
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise Refused(_("Write something first."))
    if len(text) > TEXT_LENGTH:
        raise Refused(_("Too long: at most %(length)s characters.") % {"length": TEXT_LENGTH})
    return text


def _add(conversation: Conversation, message: ContactMessage, action: str) -> ContactMessage:
    message.conversation = conversation
    message.save()
    conversation.state = State.ANSWERED if message.is_answer else State.OPEN
    conversation.unanswered = 0 if message.is_answer else conversation.unanswered + 1
    conversation.closed_by, conversation.last_at = None, message.at
    conversation.save(update_fields=["state", "unanswered", "closed_by", "last_at"])
    # What was said is not in the audit trail: it is deleted some months later.
    audit(message.author, action, conversation, tournament=conversation.tournament)
    contact_written.send(sender=ContactMessage, message=message)
    return message
