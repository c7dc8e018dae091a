"""Mails that tell people their table: one for each publication of a round that is news to them, none about a draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
    """These mails without those about a table whose round is a draft again, or that is gone: they are deleted."""
    tables = {mail.pk: mail.content["table"] for mail in mails if "table" in mail.content}
    if not tables:
        return list(mails)
    published = Table.objects.filter(pk__in=tables.values()).exclude(round__status=Round.Status.DRAFT)
    there = set(published.values_list("pk", flat=True))
    withdrawn = {pk for pk, table in tables.items() if table not in there}
    Mail.objects.filter(pk__in=withdrawn, state=State.DUE).delete()
    return [mail for mail in mails if mail.pk not in withdrawn]


def _about(mail: Mail, round_of: dict[int, int]) -> tuple[int, int]:
    return mail.user_id, round_of[mail.content["table"]]


def _said(content: dict[str, Any]) -> list[Any]:
    """What a mail says above its last paragraph, in which the link is signed anew each time."""
    return [content["subject"], content["paragraphs"][:-1]]
