"""Records of games when a person's account is deleted: own ones go, names in those of others are replaced."""

from __future__ import annotations

from django.db.models import Q

from nabu.board.records.models import Branch, Record
from nabu.people.profiles.privacy.identity import Identity


def forget_records(person: Identity) -> None:
    """A record without a table belongs to whoever opened it. One of a table has no names, and is the others' too."""
    alone = Record.objects.filter(entries__isnull=True)
    if person.user is not None:
        alone.filter(opened_by=person.user).delete()
    for record in alone.only("header").iterator(chunk_size=100):
        seats = [person.new_name if person.is_name(name) else name for name in record.header["seats"]]
        if seats != record.header["seats"]:
            Record.objects.filter(pk=record.pk).update(header=record.header | {"seats": seats})
    for record in Record.objects.exclude(Q(device_name="") & Q(asked_name="")):
        names = {name: person.scrubbed_text(getattr(record, name)) for name in ("device_name", "asked_name")}
        Record.objects.filter(pk=record.pk).update(**{name: text[:40] for name, text in names.items()})
    for branch in Branch.objects.exclude(device_name=""):
        Branch.objects.filter(pk=branch.pk).update(device_name=person.scrubbed_text(branch.device_name)[:40])
