"""A whole tournament as one JSON value, for archives and other programs."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.timezone import localtime

from nabu.accounts.players.names import name_of
from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import proof_of
from nabu.contests.matches.recorded import whole_facts
from nabu.contests.tournaments.exports.tables import exact, number, player_records, published_tables, standing_records
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.queries import lot_redraws
from nabu.contests.tournaments.round_dates import dates_of

VERSION = 1
"""Goes up when a name or a meaning changes; new names may come at any time."""


def everything(tournament: Tournament, organises: bool) -> dict[str, Any]:
    """Rules, stages, players, published rounds, standings, prizes. Notes on players for organisers only."""
    return {
        "version": VERSION,
        "tournament": {
            "id": tournament.pk,
            "name": tournament.name,
            "description": tournament.description,
            "game": tournament.game,
            "ruleset": tournament.ruleset,
            "switches": tournament.switches,
            "components": tournament.components,
            "organiser": name_of(tournament.organiser),
            "place": tournament.place,
            "starts_on": tournament.starts_on.isoformat() if tournament.starts_on else None,
            "ends_on": tournament.ends_on.isoformat() if tournament.ends_on else None,
            "status": tournament.status,
            "cancelled_reason": tournament.cancelled_reason,
            "keeps_ratings": tournament.keeps_ratings,
            "ratings_need": tournament.ratings_need,
            "statistics_need": tournament.statistics_need,
            "watchable": tournament.watchable,
            "watch_delay": tournament.watch_delay,
            "lot": tournament.lot if organises or tournament.has_started else "",
            "lot_redraws": lot_redraws(tournament),
        },
        "stages": [
            {"position": stage.position, "format": stage.format, "status": stage.status, "config": stage.config}
            for stage in tournament.stages.all()
        ],
        "players": player_records(tournament, organises),
        "dates": _dates(tournament),
        "rounds": _rounds(tournament),
        "standings": standing_records(tournament),
        "prizes": [
            {
                "title": prize.title,
                "place_from": prize.place_from,
                "place_to": prize.place_to,
                "amount": number(prize.amount),
                "only": prize.only,
            }
            for prize in tournament.prizes.all()
        ],
    }


def _dates(tournament: Tournament) -> list[dict[str, Any]]:
    """Of all rounds that have some, paired or not."""
    return [
        {"stage": stage, "round": number, "starts_at": _isoformat(each.starts_at), "due_at": _isoformat(each.due_at)}
        for (stage, number), each in sorted(dates_of(tournament).by_round.items())
    ]


def _isoformat(moment: datetime | None) -> str | None:
    """A time in the zone of the site, with its offset."""
    return localtime(moment).isoformat() if moment else None


def _rounds(tournament: Tournament) -> list[dict[str, Any]]:
    dates = dates_of(tournament)
    return [
        {
            "stage": round_.stage.position,
            "round": round_.number,
            "status": round_.status,
            "starts_at": _isoformat(dates.of(round_).starts_at),
            "due_at": _isoformat(dates.of(round_).due_at),
            "tables": [_table(table) | {"due_at": _isoformat(dates.due(table))} for table in tables],
        }
        for round_, tables in groupby(published_tables(tournament), key=lambda table: table.round)
    ]


def _table(table: Table) -> dict[str, Any]:
    return {
        "table": table.number,
        "game": table.game_number,
        "bracket_slot": table.bracket_slot,
        "bye": table.is_bye,
        "requested": table.requested,
        "variant": {"id": table.variant.pk, "name": table.variant.name, "key": table.variant.key}
        if table.variant
        else None,
        "status": table.status,
        "basis": table.basis,
        "proof": proof_of(table).value,
        "recorded": whole_facts(table.recorded) if table.recorded else None,
        "seats": [
            {
                "entry": seat.entry_id,
                "player": seat.entry.player.name,
                "score": seat.score,
                "place": seat.place,
                "points": number(seat.exact_points),
                "points_exact": exact(seat.exact_points),
                "absent": seat.absent,
                "stand_in": seat.entry.stand_in,
            }
            for seat in table.seats.all()
        ],
    }
