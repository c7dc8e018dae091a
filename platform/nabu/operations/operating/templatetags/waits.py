"""How long something takes or waits, as the status page says it."""

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def wait(seconds: float) -> str:
    """A time that somebody waits, in the unit that says most."""
    if seconds < 120:
        places = 1 if seconds < 10 else 0
        return _("%(number)s s") % {"number": number_format(round(seconds, places), places)}
    if seconds < 7200:
        return _("%(number)s min") % {"number": round(seconds / 60)}
    return _("%(number)s h") % {"number": round(seconds / 3600)}
