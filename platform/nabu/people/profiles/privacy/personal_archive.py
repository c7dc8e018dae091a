"""Everything that the site holds about a person, as an archive: rows as JSON, and files as they were sent.

Whatever points to the account or the player is in it, so what is added to the site later is in it too. Passwords, keys
and digests of keys are not: they are of no use to the person, and of use to a thief.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Length
from django.urls import reverse

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.catalogue.games.models import ComponentSet
from nabu.contests.calls.models import ContactMessage
from nabu.contests.matches.models import GameLog, Photo, ResultReport, Seat, Table
from nabu.contests.matches.served_logs import served_bytes
from nabu.contests.tournaments.models import Entry
from nabu.messages.notifications.models import Mail
from nabu.people.profiles.privacy.relations import pointing_at
from nabu.statistics.dashboards.exports.tables import PersonalExport

READ_ME = """Everything that this site holds about you. Times are UTC; texts are UTF-8.

account.json        your account and your player
rows/*.json         every row that belongs to you or names your account, by table; numbers point to other rows
games/*.json        your games with their sources and cards, your rating journal, your reports and logs
mails.json          the mails to you that are still kept, with their texts
sessions.json       where you are signed in
sign_ins.json       your sign-ins and failed attempts, with addresses
history.json        what you did, and what others did with your account, player or entries
photos/, logs/      the photos and game logs that you sent, names of deleted players are replaced
component_sets/     the component sets that you loaded
left_out.json       files that would make this archive too large: where each can be downloaded

Passwords and keys are left out.
"""

SECRET = frozenset(
    {"password", "secret", "digest", "data", "key", "token", "session_key", "body", "headers", "changes"}
)
"""Columns that open something, or hold answers about others."""


MOST_BYTES = 64 * 2**20
"""So much of files goes into an archive: a web process has it in memory while it is sent."""


def write_archive(file: IO[bytes], *, player: Player | None, user: User | None) -> None:
    """Write the archive. A few rows at a time are in memory."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", READ_ME)
        _json(archive, "account", {"account": user and _row(user), "player": player and _row(player)})
        for name, rows in _tables(player, user).items():
            _json(archive, f"rows/{name}", [_row(row) for row in rows.iterator(chunk_size=100)])
        _json(archive, "history", list(_history(player, user)))
        if user is not None:
            for name, records in PersonalExport(user).tables().items():
                _json(archive, f"games/{name}", records)
            _json(archive, "mails", list(_mails(user)))
            _json(archive, "sessions", list(_sessions(user)))
            _json(archive, "sign_ins", list(_sign_ins(user)))
            _json(archive, "left_out", list(_files(archive, user)))


def _tables(player: Player | None, user: User | None) -> dict[str, QuerySet[Any]]:
    """The rows that point to the account, the player, or an entry of the player, by name of the table."""
    found: dict[type[models.Model], Q] = {}
    owners: list[tuple[type[models.Model], Any]] = []
    if user is not None:
        owners.append((User, [user.pk]))
    if player is not None:
        # Of a guest whom the player has taken over, everything moves but the suspensions.
        players = [player.pk, *player.merged.values_list("pk", flat=True)]
        owners += [(Player, players), (Entry, Entry.objects.filter(player=player.pk).values("pk"))]
    for owner, pks in owners:
        for field in pointing_at(owner):
            model = field.model
            # What the audit trail says stands in history.json; mails have a file of their own.
            if model in (AuditEntry, Mail):
                continue
            found[model] = found.get(model, Q(pk=None)) | Q(**{f"{field.name}__in": pks})
    if user is not None:
        # The answers too.
        found[ContactMessage] |= Q(conversation__writer=user.pk)
    return {model._meta.label_lower: model._base_manager.filter(rows).order_by("pk") for model, rows in found.items()}


def _history(player: Player | None, user: User | None) -> Iterator[dict[str, Any]]:
    """What the account did, and what was done with the account, the player, the entries and the tables."""
    concerned = Q(pk=None)
    if user is not None:
        concerned |= Q(actor=user.pk) | Q(object_type=User._meta.label_lower, object_id=user.pk)
    if player is not None:
        seats = Seat.objects.filter(entry__player=player.pk)
        concerned |= Q(object_type=Player._meta.label_lower, object_id=player.pk)
        concerned |= Q(object_type=Entry._meta.label_lower, object_id__in=player.entries.values("pk"))
        concerned |= Q(object_type=Table._meta.label_lower, object_id__in=seats.values("table"))
        reports = ResultReport.objects.filter(table__in=seats.values("table"))
        concerned |= Q(object_type=ResultReport._meta.label_lower, object_id__in=reports.values("pk"))
    entries = AuditEntry.objects.filter(concerned).defer("changes").order_by("pk")
    for entry in entries.iterator(chunk_size=100):
        yield _row(entry) | {"by_you": user is not None and entry.actor_id == user.pk}


def _mails(user: User) -> Iterator[dict[str, Any]]:
    for mail in user.mails.order_by("pk").iterator(chunk_size=100):
        yield {
            "kind": mail.kind,
            "address": mail.address,
            "subject": mail.subject,
            "text": mail.text,
            "state": mail.state,
            "created_at": mail.created_at,
            "sent_at": mail.sent_at,
        }


def _sessions(user: User) -> Iterator[dict[str, Any]]:
    """Sessions know their account only inside. What else they hold is for the server."""
    engine = import_module(settings.SESSION_ENGINE).SessionStore
    for row in engine.get_model_class().objects.iterator():
        if row.get_decoded().get("_auth_user_id") == str(user.pk):
            yield {"ends_at": row.expire_date}


def _sign_ins(user: User) -> Iterator[dict[str, Any]]:
    for model in (AccessLog, AccessAttempt, AccessFailureLog):
        for row in model.objects.filter(username=user.username).order_by("pk").iterator(chunk_size=100):
            yield {
                "what": model._meta.verbose_name,
                "at": row.attempt_time,
                "address": row.ip_address,
                "browser": row.user_agent,
            }


def _files(archive: ZipFile, user: User) -> Iterator[dict[str, str]]:
    """Write the files, the latest first, as long as there is room. Gives those that are left out."""
    room = MOST_BYTES
    for name, size, address, content in _sent_files(user):
        room -= size
        if room >= 0:
            archive.writestr(name, content())
        else:
            yield {"name": name, "address": settings.SITE_ADDRESS + address}


def _sent_files(user: User) -> Iterator[tuple[str, int, str, Callable[[], bytes]]]:
    """Name, size, address and content of each file that the account sent."""
    loaded = ComponentSet.objects.filter(uploaded_by=user).annotate(length=Length("data")).order_by("-pk")
    for item in loaded:
        address = reverse("games:set_file", args=[item.game, item.name])
        name = f"component_sets/{item.game}-{item.name}.json"
        yield name, item.length, address, partial(_text_of, item)
    photos = Photo.objects.filter(sent_by=user).defer("content").annotate(length=Length("content")).order_by("-pk")
    for photo in photos.iterator(chunk_size=100):
        name = f"photos/table-{photo.table_id}-photo-{photo.pk}.{photo.media_type.rpartition('/')[2]}"
        address = reverse("table:photo", args=[photo.table_id, photo.pk])
        yield name, photo.length, address, partial(_bytes_of, photo)
    logs = GameLog.objects.filter(submissions__submitted_by=user).defer("content").distinct().order_by("-pk")
    for log in logs.iterator(chunk_size=100):
        address = reverse("table:raw", args=[log.sha256])
        yield f"logs/{log.sha256}.jsonl", log.size, address, partial(served_bytes, log)


def _text_of(item: ComponentSet) -> bytes:
    return item.data.encode()


def _bytes_of(photo: Photo) -> bytes:
    return bytes(photo.content)


def _row(row: models.Model) -> dict[str, Any]:
    """The columns of a row, but for secrets and the contents of files."""
    fields: Iterable[models.Field[Any, Any]] = row._meta.concrete_fields
    kept = [field for field in fields if field.name not in SECRET and not isinstance(field, models.BinaryField)]
    return {field.attname: getattr(row, field.attname) for field in kept}


def _json(archive: ZipFile, name: str, value: object) -> None:
    archive.writestr(f"{name}.json", json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
