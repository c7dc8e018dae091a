"""What is said about jobs of the statistics and stored, by key."""

from django.utils.translation import gettext_noop as _

from engine.message import Catalogue

TEXTS: Catalogue = {
    "recount.parts": _("%(done)s of %(total)s parts counted"),
}
