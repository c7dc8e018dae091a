"""Forms of the first start."""

from __future__ import annotations

from django import forms
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import gettext_lazy as _

from nabu.accounts.players.account_form import USERNAME_LENGTH
from nabu.accounts.players.services import NAME_LENGTH
from nabu.core.forms import TablerForm
from nabu.web.site_time.zone import zone_names

PASSWORD_LENGTH = 128


def _zones() -> list[tuple[str, str]]:
    """By their names; the one of `NABU_TIME_ZONE` too, whatever it is called."""
    names = zone_names()
    current = get_current_timezone_name()
    return [(name, name.replace("_", " ")) for name in (names if current in names else [current, *names])]


class FirstAdminForm(TablerForm):
    """The code, the account of whoever runs the site, and the time zone, for which the browser makes a proposal."""

    code = forms.CharField(
        label=_("Setup code"),
        max_length=40,
        help_text=_("It is in the log of the web server. “manage.py setup_code” shows it too."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    username = forms.CharField(
        label=_("User name"),
        max_length=USERNAME_LENGTH,
        help_text=_("For signing in. Letters, digits and @ . + - _ only."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        help_text=_("Everybody sees this name in pairings and standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("For a forgotten password. Never shown publicly."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=PASSWORD_LENGTH,
        strip=False,
        help_text=_("At least 8 characters, not only digits."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_zones,
        initial=get_current_timezone_name,
        help_text=_("All times on this site are in this time zone."),
        widget=forms.Select(attrs={"data-own-time-zone": ""}),
    )


class TimeZoneForm(TablerForm):
    """The time zone of a site that is set up."""

    time_zone = forms.ChoiceField(label=_("Time zone"), choices=_zones, initial=get_current_timezone_name)


class TestMailForm(TablerForm):
    """Where the test mail goes."""

    __test__ = False

    address = forms.EmailField(label=_("Send a test mail to"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
