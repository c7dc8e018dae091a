"""Which names in game logs are hidden when a person's account is deleted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from nabu.contests.matches.models import GameLog, Seat, Verification
from nabu.contests.matches.served_logs import UNREADABLE, header_of, hidden_seats, without_names
from nabu.people.profiles.privacy.identity import Identity
from nabu.statistics.dashboards.facts.services import store_facts
from nabu.statistics.dashboards.models import GameFacts


def hide_names(person: Identity) -> int:
    """Hide the person in the logs of tables where they sat, in those they sent, and in those without a table that name
    them; in what was read out of these logs too. Returns how many logs."""
    logs = GameLog.objects.filter(pk__in=_logs_of(person))
    count = 0
    for log in logs.iterator(chunk_size=10):
        hidden = _hidden(person, log)
        if hidden and hidden != log.hidden_names:
            log.hidden_names = hidden
            log.save(update_fields=["hidden_names"])
            _rewrite_reports(log)
            count += 1
    return count


def _hidden(person: Identity, log: GameLog) -> dict[str, Any]:
    """What is handed out in place of names. A seat is the person's if the name is; else, where the person sat or nobody
    knows who did, it is one of the names that belong to nobody else at the table."""
    header = header_of(bytes(log.content))
    if header is not None and log.hidden_names != UNREADABLE:
        mine = [seat for seat, name in enumerate(header["seats"]) if person.is_name(name)]
        if mine:
            return dict(log.hidden_names) | {str(seat): person.new_name for seat in mine}
    seats = list(
        Seat.objects.filter(Q(table__log=log) | Q(table__submissions__log=log)).select_related("entry__player")
    )
    players = {seat.entry.player for seat in seats}
    if seats and person.player not in players:
        return dict(log.hidden_names)
    others = {player.name for player in players if player != person.player}
    return hidden_seats(log, others, person.new_name)


def _logs_of(person: Identity) -> set[int]:
    linked = Q(pk=None)
    if person.player is not None:
        seat = {"entry__player": person.player.pk}
        tables = Seat.objects.filter(**seat).values("table")
        linked |= Q(table__in=tables) | Q(submissions__table__in=tables)
    if person.user is not None:
        linked |= Q(submissions__submitted_by=person.user.pk)
    found = set(GameLog.objects.filter(linked).values_list("pk", flat=True))
    return found | _without_table(person)


def _without_table(person: Identity) -> set[int]:
    """Logs that were sent by anybody to be verified only, and name the person."""
    seats = Verification.objects.filter(log__table=None).exclude(log__submissions__table__isnull=False)
    rows = seats.values_list("log", "report__header__seats").iterator(chunk_size=500)
    return {log for log, names in rows if names and any(person.is_name(name) for name in names)}


def _rewrite_reports(log: GameLog) -> None:
    """The verdicts and facts that were made of the log, as they would be made of what is handed out."""
    verifications: Iterable[Verification] = log.verifications.exclude(report=None)
    for verification in verifications:
        report = verification.report
        if report and report.get("header"):
            shown = {} if log.hidden_names == UNREADABLE else log.hidden_names
            verification.report = report | {"header": without_names(report["header"], shown)}
            verification.save(update_fields=["report"])
    facts = GameFacts.objects.filter(log=log).first()
    if facts is not None and "seats" in facts.facts:
        store_facts(log, facts.facts | {"seats": without_names(facts.facts, log.hidden_names)["seats"]})
