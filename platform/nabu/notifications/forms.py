"""The form about an account's mail."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from nabu.forms import TablerForm
from nabu.notifications.kinds import Kind


class MailForm(TablerForm):
    """The address, and the kinds of mails that are wanted. Their boxes are drawn by the template."""

    address = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Nobody else sees it. Before anything else is sent there, a mail asks whether it is right."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    wanted = forms.MultipleChoiceField(label=_("Send me a mail"), required=False, choices=Kind.choices)
