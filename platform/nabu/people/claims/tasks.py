"""Sending invitations."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from nabu.accounts.players.names import name_of
from nabu.core.codes import digest_of, new_code
from nabu.messages.notifications.links import site_link
from nabu.people.claims import codes
from nabu.people.claims.invitations import SEND
from nabu.people.claims.models import Invitation
from nabu.web.jobs.kinds import job
from nabu.web.jobs.running import Progress


@shared_task(ignore_result=True)
def forget_wrong_codes() -> int:
    """Delete wrong codes of yesterday. Returns how many."""
    return codes.forget_wrong_codes()


@job(SEND, queue="mails", attempts=8)
def send_invitation(progress: Progress) -> None:
    """Make the code, which nothing but the mail ever holds, and send it. A second attempt makes another one."""
    payload = progress.job.payload
    wanted = Invitation.objects.select_related("player", "entry__tournament", "made_by__player")
    found = wanted.filter(pk=payload["invitation"], used_at=None, revoked_at=None).first()
    if found is None or found.entry is None:
        return
    code = new_code()
    Invitation.objects.filter(pk=found.pk).update(digest=digest_of(code))
    with translation.override(payload["language"] or settings.LANGUAGE_CODE):
        words = {
            "name": found.player.name,
            "tournament": found.entry.tournament.name,
            "organiser": name_of(found.made_by),
            "link": site_link("claims:claim", code),
            "day": date_format(timezone.localtime(found.expires_at), "DATE_FORMAT"),
        }
        subject = _("Your results in %(tournament)s") % words
        text = _(
            "Hello %(name)s,\n\n%(organiser)s has added you to the tournament “%(tournament)s”. Open this link to "
            "add your results to your account. You can create one there:\n\n%(link)s\n\nThe link is valid until "
            "%(day)s. If you were not expecting this mail, ignore it.\n"
        )
        EmailMessage(
            " ".join(subject.split())[:200],
            text % words,
            to=[found.email],
            headers={"Auto-Submitted": "auto-generated"},
        ).send()
