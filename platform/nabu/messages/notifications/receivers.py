"""Mails about what happened, and addresses that were confirmed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.dispatch import receiver

from nabu.contests.calls.models import ContactMessage
from nabu.contests.calls.signals import contact_written
from nabu.contests.clubs.models import Suspension
from nabu.contests.clubs.signals import suspension_changed
from nabu.contests.dates.signals import deadlines_near
from nabu.contests.domain_events.subscribers import News, subscribe
from nabu.contests.ratings.models import RatingExclusion
from nabu.contests.tournaments.signals import exclusion_changed
from nabu.messages.notifications.models import Mail
from nabu.messages.notifications.services import note_confirmed
from nabu.messages.notifications.writing import (
    deadline_mails,
    mails_of,
    save_mails,
    verdict_mails,
    write_contact_mails,
    write_exclusion_mails,
    write_suspension_mail,
)


@subscribe
def write_mails(news: Sequence[News]) -> Callable[[], None]:
    """Whom it concerns is told by mail."""
    return partial(save_mails, [mail for one in news for mail in _mails_about(one)])


def _mails_about(one: News) -> list[Mail]:
    if one.submission is not None:
        return verdict_mails(one.submission)
    return mails_of(one.events, one.entry.actor_id if one.entry else None)


@receiver(deadlines_near)
def remind_players(tables: Sequence[int], **kwargs: Any) -> Callable[[], None]:
    """Who has not played yet is told until when there is time."""
    return partial(save_mails, deadline_mails(tables))


@receiver(exclusion_changed)
def tell_organisers(exclusion: RatingExclusion, **kwargs: Any) -> None:
    """Those who run a tournament hear that staff took it out of the ratings or put it back."""
    write_exclusion_mails(exclusion)


@receiver(contact_written)
def tell_other_side(message: ContactMessage, **kwargs: Any) -> None:
    """Organisers hear that somebody wrote to them, and who wrote hears of the answer."""
    write_contact_mails(message)


@receiver(suspension_changed)
def tell_suspended(suspension: Suspension, **kwargs: Any) -> None:
    """Somebody hears of being suspended from the events of a club, and of the early end."""
    write_suspension_mail(suspension)


@receiver(email_confirmed)
def use_confirmed(sender: object, email_address: EmailAddress, **_more: object) -> None:
    """From now on mails go to this address."""
    note_confirmed(email_address.user, email_address.email)
