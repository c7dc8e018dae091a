"""Mails that tell people their table: one for each publication of a round that is news to them, none about a draft.
And what is not sent any more: those, and announcements that were withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from nabu.contests.announcements.models import Announcement
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round
from nabu.messages.notifications.kinds import Kind
from nabu.messages.notifications.models import Mail

State = Mail.State


def only_news(mails: Sequence[Mail]) -> list[Mail]:
    """These mails without those about a table that say what the person was told last about the round, and of several
    about one round each person's last. What still waits about these rounds is out of date and will not be sent.
    """
    tables = {mail.content["table"] for mail in mails if mail.kind == Kind.PAIRING}
    if not tables:
        return list(mails)
    rounds = Round.objects.filter(tables__in=tables)
    round_of = dict(Table.objects.filter(round__in=rounds).values_list("pk", "round_id"))
    earlier = Mail.objects.filter(kind=Kind.PAIRING, content__table__in=list(round_of))
    earlier.filter(state=State.DUE).delete()
    told = {
        (user, round_of[content["table"]]): _said(content)
        for user, content in earlier.exclude(state=State.FAILED).order_by("pk").values_list("user_id", "content")
    }
    latest = {_about(mail, round_of): mail for mail in mails if mail.kind == Kind.PAIRING}
    news = {key: mail for key, mail in latest.items() if told.get(key) != _said(mail.content)}
    return [mail for mail in mails if mail.kind != Kind.PAIRING or news.get(_about(mail, round_of)) is mail]


def drop_withdrawn(mails: Sequence[Mail]) -> list[Mail]:
    """These mails without those about a table whose round is a draft again, about an announcement that was withdrawn,
    or about one that is gone: they are deleted."""
    published = Table.objects.exclude(round__status=Round.Status.DRAFT)
    said = Announcement.objects.filter(withdrawn_at=None)
    withdrawn = _about_none_of(mails, "table", published) | _about_none_of(mails, "announcement", said)
    if not withdrawn:
        return list(mails)
    Mail.objects.filter(pk__in=withdrawn, state=State.DUE).delete()
    return [mail for mail in mails if mail.pk not in withdrawn]


def _about_none_of(mails: Sequence[Mail], key: str, rows: QuerySet[Any]) -> set[int]:
    """The mails that name a row under this key, but none of these."""
    named = {mail.pk: mail.content[key] for mail in mails if key in mail.content}
    there = set(rows.filter(pk__in=set(named.values())).values_list("pk", flat=True)) if named else set()
    return {pk for pk, row in named.items() if row not in there}


def _about(mail: Mail, round_of: dict[int, int]) -> tuple[int, int]:
    return mail.user_id, round_of[mail.content["table"]]


def _said(content: dict[str, Any]) -> list[Any]:
    """What a mail says above its last paragraph, in which the link is signed anew each time."""
    return [content["subject"], content["paragraphs"][:-1]]
