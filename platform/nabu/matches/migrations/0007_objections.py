"""A log reports and proves a result instead of deciding it; who contradicts a confirmed result objects.

Results that somebody stands behind besides the log are theirs now: the basis "log" stays only where a log alone decided.
The history says the same, so that a tournament is still rebuilt from it byte for byte and old changes can be undone.
The rating journal is not touched.
"""

from collections import defaultdict
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

TABLE, REPORT = "matches.table", "matches.resultreport"
PROVEN, ACCEPTED = "table.proven", "table.log_accepted"
NOTES = {
    "results.log_is_result": "results.log_proves",
    "results.contradicts_locked": "results.contradicts",
    "results.other_log_contradicts": "results.disputed",
}


def tell_who_stands_behind(apps: Any, schema_editor: object) -> None:
    basis = _new_basis(apps)
    tables = apps.get_model("matches", "Table").objects
    for new in set(basis.values()):
        tables.filter(pk__in=[pk for pk, to in basis.items() if to == new]).update(basis=new)
    entries = apps.get_model("audit", "AuditEntry").objects.exclude(changes=[])
    for entry in entries.only("changes").iterator(chunk_size=500):
        changed = False
        for label, pk, *both in entry.changes:
            for row in both:
                if label == TABLE and row and row.get("basis") == "log" and pk in basis:
                    row["basis"], changed = basis[pk], True
            if label == REPORT and None in both:
                for row in filter(None, both):
                    row["submission_id"], changed = None, True
        if changed:
            entry.save(update_fields=["changes"])


def keep_notes(apps: Any, schema_editor: object) -> None:
    """Messages about logs that nobody writes any more, as those that come next to them."""
    submissions = apps.get_model("matches", "LogSubmission").objects
    for old, new in NOTES.items():
        submissions.filter(note__key=old).update(note={"key": new, "values": {}})
    for pk, note in submissions.filter(note__key="results.objection").values_list("pk", "note"):
        text = "{name} objects: {reason}".format(**note["values"])
        submissions.filter(pk=pk).update(note={"key": "verbatim", "values": {"text": text}})


def _new_basis(apps: Any) -> dict[int, str]:
    """What stands behind each result that a log had become, by table; without those that only have the log."""
    decided = dict(apps.get_model("matches", "Table").objects.filter(basis="log").values_list("pk", "log"))
    submissions = apps.get_model("matches", "LogSubmission").objects.filter(table__in=decided, outcome="applied")
    senders = defaultdict(set)
    for table, log, sender in submissions.values_list("table", "log", "submitted_by"):
        if decided[table] == log:
            senders[table].add(sender)
    basis = {}
    reports = apps.get_model("matches", "ResultReport").objects.filter(table__in=decided, status="confirmed")
    for report in reports.order_by("pk"):
        if report.is_ruling:
            basis[report.table_id] = "ruling"
        elif report.confirmed_by_id is not None or senders[report.table_id] - {report.reported_by_id}:
            # Who sent the log that says the same has confirmed the report.
            basis.setdefault(report.table_id, "report")
    entries = apps.get_model("audit", "AuditEntry").objects.filter(object_type=TABLE, object_id__in=decided)
    last = dict(entries.filter(action__in=[PROVEN, ACCEPTED]).order_by("pk").values_list("object_id", "action"))
    return basis | {table: "ruling" for table, action in last.items() if action == ACCEPTED}


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_events"),
        ("matches", "0006_notes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="logsubmission",
            name="assigned_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="logsubmission",
            name="seats",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="resultreport",
            name="submission",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to="matches.logsubmission",
            ),
        ),
        migrations.AlterField(
            model_name="logsubmission",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("pending", "waiting for the verdict"),
                    ("no_table", "verified, not for a table"),
                    ("seats", "waiting for seats"),
                    ("reported", "reports the result"),
                    ("objection", "objects to the confirmed result"),
                    ("applied", "proves the result of the table"),
                    ("dispute", "contradicts the reported result"),
                    ("not_used", "not used"),
                ],
                default="pending",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="basis",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "none"),
                    ("report", "report confirmed by another player"),
                    ("log", "verified game log only"),
                    ("ruling", "organiser's ruling"),
                    ("forfeit", "no-show"),
                    ("bye", "bye"),
                ],
                default="",
                max_length=10,
                verbose_name="basis of the result",
            ),
        ),
        migrations.CreateModel(
            name="Objection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("reason", models.TextField(blank=True, default="")),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[("", "open"), ("accepted", "accepted"), ("rejected", "rejected")],
                        default="",
                        max_length=10,
                        verbose_name="answer",
                    ),
                ),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("answer_reason", models.TextField(blank=True, default="")),
                (
                    "answered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="objections",
                        to="matches.logsubmission",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="objections", to="matches.table"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answer", "")), fields=("table", "made_by"), name="one_open_objection_each"
                    )
                ],
            },
        ),
        migrations.RunPython(tell_who_stands_behind, migrations.RunPython.noop),
        migrations.RunPython(keep_notes, migrations.RunPython.noop),
    ]
