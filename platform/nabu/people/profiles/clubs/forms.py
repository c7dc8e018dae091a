"""Forms of clubs."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from nabu.accounts.players.account_form import AccountRoleForm
from nabu.contests.clubs.models import Membership
from nabu.contests.clubs.services import NAME_LENGTH
from nabu.core.forms import TablerForm


class ClubForm(TablerForm):
    """The name of a club."""

    name = forms.CharField(label=gettext_lazy("Club name"), max_length=NAME_LENGTH)


class MemberForm(AccountRoleForm):
    """An account and what it is in the club."""

    kinds = Membership.Kind
