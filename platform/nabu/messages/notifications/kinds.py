"""The kinds of mails, each of which a person may do without."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Kind(TextChoices):
    """In the order in which the page shows them."""

    REGISTRATION = (
        "registration",
        _("Your registration is accepted or declined, you move up from a waiting list, or the event is cancelled"),
    )
    PAIRING = "pairing", _("A round is published, with your table or bye")
    DEADLINE = "deadline", _("The deadline of your table is near, or moved")
    CONFIRM = "confirm", _("A result is waiting for your confirmation")
    RESULT = "result", _("Your result is disputed, decided or changed")
    VERDICT = "verdict", _("A game log that you sent has a verdict")
    FINISHED = "finished", _("A tournament that you played in is finished")
    RATINGS = "ratings", _("The ratings of a tournament that you played in or run were approved or changed")
    WEBHOOK = "webhook", _("A webhook of your tournament was switched off")
    ANNOUNCEMENT = "announcement", _("An organiser of your tournament announces something by mail")
    CONTACT = "contact", _("Somebody writes to you as an organiser, or an organiser answers you")


ACCOUNT = "account"
"""Mails about the account itself (`nabu.messages.notifications.accounts`). They go to addresses that are not confirmed
too.
"""
