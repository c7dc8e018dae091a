"""Which names in game logs are hidden when a person's account is deleted."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from nabu.dashboards.facts.services import store_facts
from nabu.dashboards.models import GameFacts
from nabu.matches.models import GameLog, Seat, Verification
from nabu.matches.served_logs import UNREADABLE, header_of, without_names
from nabu.profiles.privacy.identity import Identity


def hide_names(person: Identity) -> int:
    """Hide the person in the logs of tables where they sat, in those they sent, and in those without a table that name
    them; in what was read out of these logs too. Returns how many logs."""
    logs = GameLog.objects.filter(pk__in=_logs_of(person))
    count = 0
    for log in logs.iterator(chunk_size=10):
        hidden = hidden_seats(person, log)
        if hidden and hidden != log.hidden_names:
            log.hidden_names = hidden
            log.save(update_fields=["hidden_names"])
            _rewrite_reports(log)
            count += 1
    return count


def hidden_seats(person: Identity, log: GameLog) -> dict[str, str]:
    """What is handed out in place of names, by seat, with those that are hidden already.

    A seat is the person's if the name is. Where no name is, every name is hidden that belongs to nobody else at the
    table: one of them may be how the person is called there.
    """
    if log.hidden_names == UNREADABLE:
        return UNREADABLE  # type: ignore[return-value]
    header = header_of(bytes(log.content))
    if header is None:
        return UNREADABLE  # type: ignore[return-value]
    names: list[str] = header["seats"]
    hidden = dict(log.hidden_names)
    mine = [seat for seat, name in enumerate(names) if person.is_name(name)]
    if mine:
        return hidden | {str(seat): person.new_name for seat in mine}
    others = _names_at_tables(log, person)
    unknown = [seat for seat, name in enumerate(names) if str(seat) not in hidden and _plain(name) not in others]
    if len(unknown) == 1 and person.player is not None and _sat_there(log, person):
        return hidden | {str(unknown[0]): person.new_name}
    return hidden | {str(seat): f"Seat {seat + 1}" for seat in unknown}


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


def _names_at_tables(log: GameLog, person: Identity) -> set[str]:
    """The names of the others at the tables that the log was sent for."""
    seats = Seat.objects.filter(Q(table__log=log) | Q(table__submissions__log=log)).select_related("entry__player")
    mine = person.player.pk if person.player else None
    return {_plain(seat.entry.player.name) for seat in seats if seat.entry.player_id != mine}


def _sat_there(log: GameLog, person: Identity) -> bool:
    seats = Seat.objects.filter(entry__player=person.player)
    return seats.filter(Q(table__log=log) | Q(table__submissions__log=log)).exists()


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


def _plain(name: str) -> str:
    return " ".join(str.__str__(name).split()).casefold()
