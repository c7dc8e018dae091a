"""The anatomy of a game for machines: one and the same for CSV and API."""

from __future__ import annotations

from typing import Any

from nabu.contests.matches.proof import proof_of
from nabu.core.spreadsheet import Record, number
from nabu.statistics.dashboards.anatomy.game import ProvenGame, course_of_chances, places_of


def event_records(played: ProvenGame) -> list[Record]:
    """One row for each score event, in the order of the log. The points of a seat sum to its score."""
    assert played.table.log is not None
    return [
        {
            "table_id": played.table.pk,
            "log_sha256": played.table.log.sha256,
            "line": line,
            "turn": turn,
            "seat": seat,
            "player_id": played.people[seat].pk,
            "player": played.people[seat].name,
            "source": source,
            "points": points,
            "cause": cause,
        }
        for line, turn, seat, source, points, cause in played.facts["score_events"]
    ]


def anatomy_record(played: ProvenGame) -> dict[str, Any]:
    """Everything that the page shows, without words. Lists of numbers are by seat."""
    assert played.table.log is not None
    anatomy, found = played.anatomy, places_of(played)
    lead = anatomy.lead
    return {
        "table": played.table.pk,
        "log": played.table.log.sha256,
        "proof": proof_of(played.table).value,
        "game": played.game.key,
        "turns": anatomy.turns,
        "seats": [
            {
                "player": {"id": player.pk, "name": player.name},
                "score": anatomy.scores[seat],
                "place": anatomy.places[seat],
            }
            for seat, player in enumerate(played.people)
        ],
        "sources": [{"source": row.source, "points": list(row.points)} for row in anatomy.sources],
        "course": [
            {"turn": m.turn, "line": m.line, "gained": list(m.gained), "scores": list(m.scores)}
            for m in anatomy.moments
        ],
        "chances": [
            {"turn": point.turn, "chances": [number(chance) for chance in point.chances]}
            for point in course_of_chances(played)
        ],
        "swings": [
            {
                "line": swing.line,
                "turn": swing.turn,
                "seat": swing.seat,
                "points": swing.points,
                "ahead": swing.ahead,
            }
            for swing in anatomy.swings
        ],
        "lead": None
        if lead is None
        else {
            "winner": lead.winner,
            "second": lead.second,
            "margin": lead.margin,
            "steps": [{"source": step.source, "difference": step.difference} for step in lead.steps],
        },
        "places": [
            {"place": row.place.name, "board": row.board, "points": list(row.points), "sources": list(row.sources)}
            for row in (found[1].rows if found else ())
        ],
        "cards": [
            {
                "line": card.line,
                "turn": card.turn,
                "seat": card.seat,
                "card": card.card,
                "what": card.what,
                "others": list(card.others),
            }
            for card in anatomy.cards
        ],
    }
