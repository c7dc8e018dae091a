"""What the site keeps and for how long, with the figures of the settings by which it is deleted."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from nabu.web.quotas.services import WINDOW


@dataclass(frozen=True, slots=True)
class Kept:
    """One kind of data. `days` None: as long as the account or the event is there."""

    what: str
    why: str
    days: int | None = None


def kept_for_days() -> list[Kept]:
    """What is deleted by itself."""
    days = settings.KEEP_DAYS
    return [
        Kept(_("Sessions"), _("They keep you signed in."), days["sessions"]),
        Kept(
            _("Sign-ins and failed attempts, with network address and browser"),
            _("To stop password guessing and to investigate break-ins."),
            days["sign_ins"],
        ),
        Kept(_("Network addresses of uploads"), _("To limit how much one network sends."), WINDOW.days),
        Kept(_("Mails that the site sent you"), _("To send them again if your mail server is down."), days["mails"]),
        Kept(_("Expired or revoked API tokens"), _("So that you can see what had access."), days["tokens"]),
        Kept(
            _("Messages to programs of organisers (webhooks)"),
            _("To send them again if the other program is down."),
            days["webhooks"],
        ),
        Kept(_("Background jobs that failed"), _("To find the error."), days["jobs"]),
        Kept(
            _("Messages to organisers and their answers, counted from the last one"),
            _("So that both sides can read what was agreed. Deleting the writer's account deletes them too."),
            days["contact"],
        ),
        Kept(_("Answers to repeated API requests"), _("So that nothing is done twice."), days["answers"]),
    ]


def kept_with_the_account() -> list[Kept]:
    """What stays until somebody deletes it."""
    return [
        Kept(
            _("User name, name, e-mail address, language, password (as a hash)"),
            _("To sign you in and to show who played."),
        ),
        Kept(
            _("Entries, results, ratings and game logs of published events"),
            _("They are also the results of the others at the table."),
        ),
        Kept(
            _("Suspensions from the events of a club, with the reason"),
            _("So that its directors and you can look them up. The reason is deleted with your account."),
        ),
        Kept(_("Games that you record"), _("So that you can continue them, on another device too.")),
        Kept(
            _("Photos of score sheets"),
            _("As evidence in disputes. Only players of the table and organisers see them."),
        ),
        Kept(_("History: who changed what and when"), _("So that changes can be explained and undone.")),
    ]
