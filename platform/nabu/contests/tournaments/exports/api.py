"""What the API reads and writes of whole tournaments: lists of players, report files, everything as one value."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from nabu.accounts.players.models import User
from nabu.contests.tournaments.imports import services
from nabu.contests.tournaments.imports.not_imported import not_imported
from nabu.contests.tournaments.imports.player_list import MOST_CHARACTERS
from nabu.contests.tournaments.imports.queries import preview
from nabu.contests.tournaments.imports.report_files import rows_apart
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.serializers import ConfigField, Entered


class PlayerFile(serializers.Serializer[Any]):
    """A list of players (CSV, with or without titles), a table of results (CSV with the columns round, table, player,
    and place or score) or a tournament report file (TRF), as text.

    `rows` "all" enters nobody if any row has a mistake, "good" leaves out the rows with mistakes. "rounds" is for a
    report file or a table of results: its rounds and results are imported too, into a draft without players. A report
    file needs a first stage for two at a table, a table of results a Swiss or a league with one game per match.
    """

    text = serializers.CharField(max_length=MOST_CHARACTERS, trim_whitespace=False)
    rows = serializers.ChoiceField(choices=("all", "good", "rounds"), default="all")


class Everything(serializers.Serializer[Any]):
    """A whole tournament. Tables and their seats name entries by `entry`. New names may come with the same version."""

    version = serializers.IntegerField()
    tournament = ConfigField()
    stages = serializers.ListField(child=ConfigField())
    players = serializers.ListField(child=ConfigField())
    rounds = serializers.ListField(child=ConfigField())
    standings = serializers.ListField(child=ConfigField())
    prizes = serializers.ListField(child=ConfigField())


class Imported(Entered):
    """The new entries. `not_imported` names what a report file has and this import left out, with counts."""

    not_imported = serializers.ListField(child=serializers.CharField())


def import_file(actor: User, tournament: Tournament, text: str, rows: str) -> dict[str, Any]:
    """Import it; returns what `Imported` shows. Raises ValidationError with all mistakes, NotAllowed or Refused."""
    found = preview(tournament, text)
    if not (found.has_good_rows if rows == "good" else found.is_clean):
        mistakes = [*found.problems, *(row.error for row in found.rows if row.error)]
        raise serializers.ValidationError({"text": mistakes or [_("The list has no names.")]})
    if rows == "rounds":
        if found.report is not None:
            services.import_report(actor, tournament, found.report)
        elif found.results is not None:
            services.import_results(actor, tournament, found.players, found.results)
        else:
            raise serializers.ValidationError(
                {"rows": [_("Only a tournament report file or a results table has rounds.")]}
            )
        entries = list(tournament.entries.select_related("player").order_by("seed"))
    else:
        apart = rows_apart(tournament, found.report, with_rounds=False) if found.report else ()
        entries = services.import_entries(actor, tournament, found.players, apart)
    ignored = not_imported(tournament, found.report, with_rounds=rows == "rounds") if found.report else []
    return {"entries": entries, "not_imported": ignored}
