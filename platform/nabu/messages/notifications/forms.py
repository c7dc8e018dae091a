"""The form about an account's mail."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from nabu.core.forms import TablerForm
from nabu.messages.notifications.kinds import Kind


class MailForm(TablerForm):
    """The kinds of mails that are wanted. Their boxes are drawn by the template."""

    wanted = forms.MultipleChoiceField(label=_("E-mail me when"), required=False, choices=Kind.choices)
