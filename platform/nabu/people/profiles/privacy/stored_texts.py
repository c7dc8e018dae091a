"""Taking a person's names out of what is stored beside the person: the audit trail, reasons, notes, mails, messages.

Rows of a tournament and the entries that recorded them change alike, so a tournament is still rebuilt from its entries,
and taking an old change back brings no name back.
"""

from __future__ import annotations

import json
from typing import Any

from django.db.models import Q

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.tracked import Row
from nabu.accounts.players.models import Player, User
from nabu.contests.announcements.models import Announcement
from nabu.contests.calls.models import NOTE_LENGTH, SUBJECT_LENGTH, TEXT_LENGTH, ContactMessage, DirectorCall
from nabu.contests.clubs.models import Club, Suspension
from nabu.contests.matches.models import LogSubmission, ResultReport, Table
from nabu.contests.tournaments.models import Entry, Penalty, Restriction, Round, Tournament
from nabu.messages.notifications.models import Mail
from nabu.messages.webhooks.models import Delivery
from nabu.people.profiles.privacy.identity import Identity
from nabu.web.idempotency.models import KeyedRequest
from nabu.web.jobs.models import Job

FREE_TEXTS = {
    Entry: ("note",),
    Restriction: ("reason",),
    Penalty: ("reason",),
    ResultReport: ("reason", "dispute_reason"),
    Table: ("reason",),
    Round: ("notes",),
    Announcement: ("text",),
    Tournament: ("cancelled_reason",),
}
"""What people write freely in the rows of a tournament, and the messages that explain a pairing."""

LONGEST = {
    (model._meta.label_lower, name): getattr(model._meta.get_field(name), "max_length", None)
    for model, columns in FREE_TEXTS.items()
    for name in columns
}
"""How many characters a column holds: what stands for a name may be longer than the name. None where it holds any."""

OWN_DETAILS = ("note", "fide_id", "email")
"""What an entry says about the person besides the player: emptied."""

AT_ONCE = 100
REASON_LENGTH = 500
"""Of a suspension."""


def scrub_tournaments(person: Identity, tournaments: set[int]) -> None:
    """The rows of these tournaments, without their audit entries."""
    for model, columns in FREE_TEXTS.items():
        label = model._meta.label_lower
        names = [field.attname for field in model._meta.concrete_fields if field.attname in {*columns, *OWN_DETAILS}]
        rows = model._base_manager.filter(**{f"{model.tournament_path}__in": tournaments})
        for row in rows.values("pk", *({"player_id"} if model is Entry else ()), *names).iterator(chunk_size=500):
            changed = _row(person, label, row, row.get("player_id") == _pk(person))
            if changed != row:
                model._base_manager.filter(pk=row["pk"]).update(**{name: changed[name] for name in names})
    notes = LogSubmission.objects.filter(table__round__stage__tournament__in=tournaments).exclude(note=None)
    for submission in notes.only("note").iterator(chunk_size=500):
        _save(submission, note=person.scrubbed(submission.note))


def scrub_suspensions(person: Identity) -> None:
    """Why the person was suspended from events of clubs goes, also from the audit trail; so does the name where others
    were."""
    own = Suspension.objects.filter(Q(player=_pk(person)) | Q(player__merged_into=_pk(person)))
    if person.player is not None:
        told = AuditEntry.objects.filter(object_type=Suspension._meta.label_lower)
        # Also of suspensions that were deleted with their club.
        same = [_pk(person), *Player.objects.filter(merged_into=_pk(person)).values_list("pk", flat=True)]
        told.filter(Q(object_id__in=own.values("pk")) | Q(after__player__in=same)).update(reason="")
        own.update(reason="", lift_reason="")
    for suspension in Suspension.objects.exclude(reason="", lift_reason="").iterator(chunk_size=AT_ONCE):
        reasons = (person.scrubbed_text(suspension.reason), person.scrubbed_text(suspension.lift_reason))
        _save(suspension, reason=reasons[0][:REASON_LENGTH], lift_reason=reasons[1][:REASON_LENGTH])


def scrub_audit(person: Identity, tournaments: set[int]) -> None:
    """Every entry that may name the person: of these tournaments, about the person, by the account, of clubs, and of
    tournaments that are deleted."""
    mine = set(Entry.objects.filter(player=_pk(person)).values_list("pk", flat=True)) if person.player else set()
    concerned = Q(tournament__in=tournaments) | Q(tournament=None) | Q(object_type=Club._meta.label_lower)
    if person.user is not None:
        concerned |= Q(actor=person.user.pk)
    entries = AuditEntry.objects.filter(concerned).order_by("pk")
    about = {(Player._meta.label_lower, _pk(person)), (User._meta.label_lower, person.user.pk if person.user else None)}
    for entry in entries.iterator(chunk_size=AT_ONCE):
        changes = [_change(person, change, mine) for change in entry.changes]
        before, after = person.scrubbed(entry.before), person.scrubbed(entry.after)
        if (entry.object_type, entry.object_id) in about:
            before, after = _without_addresses(before), _without_addresses(after)
        _save(entry, before=before, after=after, reason=person.scrubbed_text(entry.reason), changes=changes)


def scrub_messages(person: Identity, tournaments: set[int]) -> None:
    """What is kept for some days: mails to others, messages for webhooks, what jobs say, answers of the API."""
    for mail in Mail.objects.only("content").iterator(chunk_size=AT_ONCE):
        _save(mail, content=person.scrubbed(mail.content))
    deliveries = Delivery.objects.filter(webhook__tournament__in=tournaments)
    for delivery in deliveries.only("body").iterator(chunk_size=AT_ONCE):
        said = json.loads(delivery.body)
        if (scrubbed := person.scrubbed(said)) != said:
            _save(delivery, body=json.dumps(scrubbed, ensure_ascii=False, separators=(",", ":")))

    for job in Job.objects.exclude(message={}).only("message").iterator(chunk_size=AT_ONCE):
        _save(job, message=person.scrubbed(job.message))
    words = {form.encode() for name in person.names for form in (name, json.dumps(name)[1:-1])}
    for asked in KeyedRequest.objects.filter(kept=True).only("body").iterator(chunk_size=AT_ONCE):
        if any(word in bytes(asked.body) for word in words):
            _save(asked, body=b"", headers={}, kept=False)


def scrub_what_was_said(person: Identity, tournaments: set[int]) -> None:
    """Notes of calls in these tournaments, the person's own emptied; what others wrote to organisers, and answers. The
    person's own conversations go with the account."""
    calls = DirectorCall.objects.filter(tournament__in=tournaments).exclude(note="")
    own = Q(made_by=person.user.pk if person.user else None, made_by__isnull=False)
    calls.filter(own | Q(made_entry__player=_pk(person), made_entry__isnull=False)).update(note="")
    for call in calls.only("note").iterator(chunk_size=AT_ONCE):
        _save(call, note=person.scrubbed_text(call.note)[:NOTE_LENGTH])
    for message in ContactMessage.objects.only("subject", "text").iterator(chunk_size=AT_ONCE):
        subject, text = person.scrubbed_text(message.subject), person.scrubbed_text(message.text)
        _save(message, subject=subject[:SUBJECT_LENGTH], text=text[:TEXT_LENGTH])


def _change(person: Identity, change: list[Any], mine: set[int]) -> list[Any]:
    label, pk, before, after = change
    if label == Entry._meta.label_lower and _pk(person) in [row.get("player_id") for row in (before, after) if row]:
        mine.add(pk)  # also one that was removed since
    own = label == Entry._meta.label_lower and pk in mine
    rows: list[Row | None] = [row and _row(person, label, row, own) for row in (before, after)]
    return [label, pk, *rows]


def _row(person: Identity, label: str, row: Row, own: bool) -> Row:
    """The columns of a row, whole or in part, without the person's names; of the own entries without details."""
    columns = next((columns for model, columns in FREE_TEXTS.items() if model._meta.label_lower == label), ())
    changed = {name: _cut(person.scrubbed(row[name]), LONGEST[label, name]) for name in columns if row.get(name)}
    if own:
        changed |= {name: "" for name in OWN_DETAILS if name in row}
    return row | changed


def _cut(value: Any, length: int | None) -> Any:
    return value[:length] if isinstance(value, str) else value


def _without_addresses(values: dict[str, Any] | None) -> dict[str, Any] | None:
    """What the audit trail has of an account besides its name."""
    return values and {name: "" if name in ("address", "email", "confirmed") else part for name, part in values.items()}


def _save(row: Any, **values: Any) -> None:
    """Write what is different, past the tracker of changes."""
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    if changed:
        type(row)._base_manager.filter(pk=row.pk).update(**changed)


def _pk(person: Identity) -> int | None:
    return person.player.pk if person.player else None
