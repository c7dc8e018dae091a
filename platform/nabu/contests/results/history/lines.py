"""The audit trail of a tournament in words: what was done, where, by whom, and what was different before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Field, Model, QuerySet
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from competition.formats import FORMATS
from competition.tie_breaks import TIE_BREAKS
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.words import action_title, reason_in_words
from nabu.catalogue.games.words import edition_words, house_rules, ruleset_words
from nabu.contests.matches.models import LogSubmission, ResultReport, Table
from nabu.contests.results.history.services import NEVER
from nabu.contests.tournaments.acting import who_acted
from nabu.contests.tournaments.models import Entry, Penalty, Registration, Restriction, Role, Round, Stage, Tournament
from nabu.core.sentences import in_words, sentence

SHORT_DIGEST = 12

CHOICES_OF: tuple[type[Model], ...] = (Tournament, Table, Stage, Round, Entry, Registration, Restriction, Penalty, Role)
"""Models whose fields have a set of values, each with a name. Where several know a value of a field of that name, it is
called as the first one calls it."""

ENTRY_LISTS = ("order", "tables", "next_stage", "checked_in", "left_out", "pair")
"""Keys under which the audit trail keeps numbers of entries."""

HIDDEN = (
    *("photo", "table", "submission", "submitted_by", "player", "new_players", "size", "penalty", "objection"),
    *("action", "entry", "invitation"),
)
"""Numbers of rows that say nothing to people: what they mean stands in `where` and `who`, and what an undo took back in
its title."""

LABELS: dict[str, str | Promise] = {
    "accepted": gettext_lazy("accepted"),
    "account": gettext_lazy("account"),
    "absent": gettext_lazy("absent seats"),
    "basis": gettext_lazy("basis of the result"),
    "active": gettext_lazy("switched on"),
    "by_mail": gettext_lazy("by mail"),
    "byes": gettext_lazy("byes in rounds"),
    "check_in_open": gettext_lazy("check-in is open"),
    "checked_in": gettext_lazy("checked in"),
    "calls": gettext_lazy("calls for a director"),
    "club": gettext_lazy("club"),
    "components": gettext_lazy("edition"),
    "codes": gettext_lazy("players"),
    "concerns": gettext_lazy("warnings"),
    "consent": gettext_lazy("consent"),
    "components_sha256": gettext_lazy("digest of the edition"),
    "contact": gettext_lazy("messages to the organiser"),
    "description": gettext_lazy("description"),
    "deadline": gettext_lazy("deadline"),
    "ends_on": gettext_lazy("last day"),
    "entries": gettext_lazy("players"),
    "events": gettext_lazy("events"),
    "fide_id": gettext_lazy("FIDE ID"),
    "fee": gettext_lazy("entry fee"),
    "featured": gettext_lazy("table on the projector"),
    "fixed_table": gettext_lazy("fixed table"),
    "followed": gettext_lazy("later changes"),
    "game": gettext_lazy("game"),
    "games": gettext_lazy("games"),
    "here": gettext_lazy("checked in"),
    "kind": gettext_lazy("kind"),
    "left_out": gettext_lazy("not checked in at the start"),
    "locked": pgettext_lazy("round", "locked"),
    "log": gettext_lazy("game log"),
    "name": gettext_lazy("name"),
    "names": gettext_lazy("names"),
    "lot": gettext_lazy("random seed"),
    "next_stage": gettext_lazy("players who advance"),
    "no_show_minutes": gettext_lazy("no-show after (minutes)"),
    "note": gettext_lazy("note"),
    "number": gettext_lazy("round"),
    "order": gettext_lazy("order"),
    "organised_for": gettext_lazy("organised for"),
    "owner": gettext_lazy("owner"),
    "paid": gettext_lazy("entry fee paid"),
    "pair": gettext_lazy("players"),
    "pairs": gettext_lazy("never paired"),
    "place": gettext_lazy("venue"),
    "places": gettext_lazy("places"),
    "points": gettext_lazy("points"),
    "prizes": gettext_lazy("prizes"),
    "rating": gettext_lazy("rating"),
    "mails": gettext_lazy("players"),
    "message": gettext_lazy("message"),
    "moves": gettext_lazy("moves"),
    "minutes": gettext_lazy("minutes"),
    "round_minutes": gettext_lazy("round length (minutes)"),
    "rounds": gettext_lazy("rounds"),
    "rated": gettext_lazy("rated"),
    "rated_games": gettext_lazy("rated games"),
    "remind_hours": gettext_lazy("reminder (hours before)"),
    "round_dates": gettext_lazy("dates of rounds"),
    "ratings_need": gettext_lazy("proof required for ratings"),
    "revoked": gettext_lazy("players"),
    "ruleset": gettext_lazy("ruleset"),
    "same_club": gettext_lazy("club mates"),
    "scores": gettext_lazy("scores"),
    "seed": gettext_lazy("seed"),
    "self_check_in": gettext_lazy("self check-in"),
    "self_drop": gettext_lazy("players can drop out themselves"),
    "sha256": gettext_lazy("game log"),
    "sheet": gettext_lazy("score sheet"),
    "share_prizes": gettext_lazy("equal points share prizes"),
    "stages": gettext_lazy("stages"),
    "starts_at": gettext_lazy("time"),
    "time_zone": gettext_lazy("time zone"),
    "starts_on": gettext_lazy("date"),
    "statistics_need": gettext_lazy("proof required for statistics"),
    "status": gettext_lazy("status"),
    "switches": gettext_lazy("house rules"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "table_number": gettext_lazy("table"),
    "tables": gettext_lazy("tables"),
    "text": gettext_lazy("text"),
    "url": gettext_lazy("address"),
    "variants": gettext_lazy("variants"),
    "watchable": gettext_lazy("live view of recorded games"),
    "watch_delay": gettext_lazy("live delay (minutes)"),
    # Of events that take place again, and of invitations to help.
    "ahead": gettext_lazy("events prepared ahead"),
    "left": gettext_lazy("events still to come"),
    "next_on": gettext_lazy("next date"),
    "not_entered": gettext_lazy("players not entered"),
    "opens_days": gettext_lazy("registration opens (days before)"),
    "people": gettext_lazy("people"),
    "players": gettext_lazy("players"),
    "repeats": gettext_lazy("repeats"),
    "series": gettext_lazy("series"),
    "until": gettext_lazy("last date"),
    "weeks": gettext_lazy("weeks between events"),
}


@dataclass(frozen=True, slots=True)
class AuditLine:
    """An audit entry in words. `changes` are name, value before, value after.

    `undone`: it was taken back; `may_undo`: it can be.
    """

    entry: AuditEntry
    title: str | Promise
    where: str
    who: str
    changes: list[tuple[str, str, str]]
    reason: str
    undone: bool = False
    may_undo: bool = False


def audit_entries(tournament: Tournament) -> QuerySet[AuditEntry]:
    """Everything that was done in a tournament, the latest first."""
    return (
        AuditEntry.objects.filter(tournament=tournament)
        .select_related("actor__player", "entry__player", "undone_by", "undoes")
        .order_by("-id")
    )


def audit_lines(tournament: Tournament, entries: Sequence[AuditEntry]) -> list[AuditLine]:
    """The entries in words, with the same number of queries however many they are."""
    players = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "player__name"))
    places = _places(entries, players)
    return [
        AuditLine(
            entry,
            _title(entry),
            places.get((entry.object_type, entry.object_id), ""),
            who_acted(entry),
            list(
                _changes(
                    entry.object_type, _values(entry.before, tournament), _values(entry.after, tournament), players
                )
            ),
            reason_in_words(entry.reason),
            undone=_is_undone(entry),
            may_undo=bool(entry.changes) and entry.action not in NEVER and not _is_undone(entry),
        )
        for entry in entries
    ]


def _title(entry: AuditEntry) -> str | Promise:
    """What was done; of an undo also what it took back."""
    if entry.undoes is None:
        return action_title(entry.action)
    words = {"what": action_title(entry.undoes.action)}
    return _("Redone: %(what)s") % words if entry.undoes.undoes_id else _("Undone: %(what)s") % words


def _is_undone(entry: AuditEntry) -> bool:
    return getattr(entry, "undone_by", None) is not None


def _places(entries: Sequence[AuditEntry], players: Mapping[int, str]) -> dict[tuple[str, int], str]:
    """Where something happened: the table with its round, or the player."""
    found = {(Entry._meta.label_lower, pk): name for pk, name in players.items()}
    for model, path in ((Table, ""), (ResultReport, "table__"), (LogSubmission, "table__")):
        label = model._meta.label_lower
        wanted = {entry.object_id for entry in entries if entry.object_type == label}
        columns = ("pk", f"{path}number", f"{path}round__number", f"{path}round__name")
        for pk, number, round_number, name in model._default_manager.filter(pk__in=wanted).values_list(*columns):
            words = {"round": Round(number=round_number, name=name).title, "table": number}
            found[label, pk] = _("%(round)s, table %(table)s") % words
    return found


def _values(kept: Mapping[str, Any] | None, tournament: Tournament) -> Mapping[str, Any]:
    """What was before, or is after it; house rules and the edition as people call them."""
    values = dict(kept or {})
    game, rules, edition = values.get("game", tournament.game), values.get("switches"), values.get("components")
    if isinstance(rules, dict):
        values["switches"] = dict(house_rules(game, rules))
    if isinstance(edition, str):
        values["components"] = edition_words(game, edition)
    return values


def _changes(
    object_type: str, before: Mapping[str, Any], after: Mapping[str, Any], players: Mapping[int, str]
) -> Iterator[tuple[str, str, str]]:
    for key in {**before, **after}:
        if key in HIDDEN or before.get(key) == after.get(key):
            continue
        if key == "status" and key not in after:
            continue  # What came after is told without it; nothing is ever without a status.
        names = players if key in ENTRY_LISTS else {}
        was, became = (_words(_named(object_type, key, values.get(key)), names, key) for values in (before, after))
        if was or became:
            yield str(LABELS.get(key, key.replace("_", " "))), was, became


def _named(object_type: str, key: str, value: Any) -> Any:
    """What pages call a value that is stored as a key: a status, a role, a game; any other value as it is.

    An entry about a report also tells the status of its table, so that other models may know the key.
    """
    if key == "stages" and isinstance(value, list):
        return [_stage(one) for one in value]
    if key == "tie_breaks" and isinstance(value, list):
        return [sentence(TIE_BREAKS[one].name) if one in TIE_BREAKS else one for one in value]
    if key == "round_dates" and isinstance(value, list):
        return [_round_dates(one) for one in value]
    if not isinstance(value, str) or not value:
        return value
    if key in ("starts_on", "ends_on"):
        return date_format(date.fromisoformat(value))
    if key == "deadline":
        return _moment(value)
    if key in ("next_on", "until"):
        return date_format(date.fromisoformat(value))
    if key == "fee":
        amount, _space, currency = value.partition(" ")
        return f"{number_format(amount, 2)} {currency}".strip()
    if key == "game" and value in GAMES:
        return GAMES[value].title
    if key == "ruleset":
        return ruleset_words(value)
    about = [model for model in CHOICES_OF if model._meta.label_lower == object_type]
    for model in (*about, *CHOICES_OF):
        fields = {field.name: field for field in model._meta.get_fields() if isinstance(field, Field)}
        called = dict(fields[key].flatchoices).get(value) if key in fields else None
        if called is not None:
            return str(called)
    return value


def _round_dates(value: Mapping[str, Any]) -> str:
    """The stored dates of a round: "Round 3: begins …, deadline …"."""
    said = [
        words % {"moment": _moment(value[key])}
        for key, words in (("starts_at", _("starts %(moment)s")), ("due_at", _("deadline %(moment)s")))
        if value.get(key)
    ]
    dates = ", ".join(said) or _("no date")
    return f"{Round(number=value['number'], name={}).title}: {dates}"


def _moment(stored: str) -> str:
    """A stored time in the zone of the site."""
    return date_format(localtime(datetime.fromisoformat(stored)), "SHORT_DATETIME_FORMAT")


def _stage(value: Any) -> Any:
    """A stored stage: the name of its format, with its number of rounds."""
    known = FORMATS.get(str(value.get("format"))) if isinstance(value, dict) else None
    if known is None:
        return value
    rounds = (value.get("config") or {}).get("rounds")
    counted = ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds} if rounds else ""
    return f"{sentence(known.title)} ({counted})" if counted else sentence(known.title)


def _words(value: Any, names: Mapping[int, str], key: str) -> str:
    """A JSON value as a person writes it; nothing for nothing."""
    value = in_words(value)
    if value is None:
        return ""
    if key in ("sha256", "log", "components_sha256"):
        return str(value)[:SHORT_DIGEST]
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return names.get(value, str(value))
    if isinstance(value, list):
        words = [_words(item, names, "") for item in value]
        return ", ".join(word or "–" for word in words) if any(words) else ""
    if isinstance(value, dict):
        return "; ".join(f"{part}: {_words(item, names, '')}" for part, item in value.items())
    return str(value)
