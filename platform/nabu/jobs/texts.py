"""What is said about every kind of job, by key."""

from django.utils.translation import gettext_noop as _

from engine.message import Catalogue

TEXTS: Catalogue = {
    "job.cancelled": _("Called off. Nothing was changed."),
    "job.cancelled_before": _("Called off before it began."),
    "job.gave_up": _("It did not work in %(tries)s attempts, and was given up."),
    "job.not_allowed": _("This account may not do that any more."),
    "job.too_late": _("No worker could do it in time, and it was given up."),
}
