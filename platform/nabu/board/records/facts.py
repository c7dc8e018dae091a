"""What a record proves: measured when its log is sent, and stored with it (`nabu.contests.matches.recorded`)."""

from __future__ import annotations

from nabu.board.records.deals import deals_of
from nabu.board.records.pace import Pace, least_seconds, pace_of
from nabu.board.records.playing import Recording
from nabu.contests.matches.models import ResultReport
from nabu.contests.matches.recorded import Facts, Shortfall


def recorded_facts(recording: Recording) -> Facts | None:
    """What `LogSubmission.recorded` says of this record; None if it was issued for no table, or has no moves."""
    if recording.record.table is None or not recording.count:
        return None
    moves = zip(recording.game.moves, recording.moves.brought, strict=True)
    pace = pace_of(entry.received_at for move, entry in moves if not move.forced)
    least = least_seconds(recording.record.game, len(recording.names), pace.live)
    deals = deals_of(recording.record)
    shortfall = _shortfall(recording, pace, least)
    return {
        "moves": recording.count,
        "entered": pace.entered,
        "live": pace.live,
        "seconds": round(pace.seconds),
        "playing_seconds": round(pace.playing_seconds),
        "least_seconds": round(least),
        "setups_dealt": deals.setups,
        "draws_taken_back": deals.draws_taken_back,
    } | ({"shortfall": shortfall.value} if shortfall else {})


def _shortfall(recording: Recording, pace: Pace, least: float) -> Shortfall | None:
    """Why the game counts as replayed, as far as its record says."""
    reports = ResultReport.objects.filter(table=recording.record.table).order_by("reported_at")
    first = reports.values_list("reported_at", flat=True).first()
    if first is not None and max(entry.received_at for entry in recording.moves.brought) >= first:
        return Shortfall.REPORTED_FIRST
    if not pace.is_live:
        return Shortfall.LIVE
    return Shortfall.PACE if pace.playing_seconds < least else None
