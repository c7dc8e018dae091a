"""What is said about every kind of job, by key."""

from django.utils.translation import gettext_noop as _

from engine.message import Catalogue

TEXTS: Catalogue = {
    "job.cancelled": _("Cancelled. Nothing was changed."),
    "job.cancelled_before": _("Cancelled before it started."),
    "job.gave_up": _("Failed after %(tries)s attempts."),
    "job.not_allowed": _("This account no longer has permission for this."),
    "job.too_late": _("No worker was free in time."),
}
