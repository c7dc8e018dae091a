"""What is said about reviews and stored, by key."""

from django.utils.translation import gettext_noop as _

from engine.message import Catalogue

TEXTS: Catalogue = {
    "reviews.not_verified": _("Only games whose log is verified can be reviewed."),
    "reviews.cancelled": _("Cancelled. Decisions reviewed so far are kept."),
    "reviews.games_done": _("%(done)s of %(total)s games reviewed."),
}
