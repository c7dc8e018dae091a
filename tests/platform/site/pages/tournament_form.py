"""What a browser sends for a new tournament: a Swiss for two, and a final."""

from __future__ import annotations

from typing import Any

SWISS: dict[str, Any] = {
    "stages": "1",
    "stage-1-format": "swiss",
    "stage-1-drawn": "swiss",
    "stage-1-table_size": "2",
    "stage-1-rounds": "1",
    "stage-1-seeding": "order",
    "stage-1-best_of": "1",
    "stage-1-points_2": "6 0",
    "stage-1-points_3": "6, 3, 0",
    "stage-1-points_4": "6 4 2 0",
    "stage-1-bye_points": "6",
    "stage-1-rest_points": "0",
    "stage-1-tie_breaks": ["opponents", "lot"],
    "stage-1-pairing": "house",
    "stage-1-pairing_order": "slide",
}
FINAL: dict[str, Any] = {
    "stages": "2",
    "stage-1-advance": "2",
    "stage-2-format": "single_elimination",
    "stage-2-drawn": "single_elimination",
    "stage-2-table_size": "2",
    "stage-2-seeding": "order",
    "stage-2-starts": "balanced",
    "stage-2-best_of": "1",
}
FORM: dict[str, Any] = {
    "game": "babylonia",
    "name": "Ur Open",
    "starts_on": "2026-05-01",
    "description": "At the ziggurat.",
    "ruleset": "base",
    "components": "babylonia-2019",
    "round_minutes": "0",
    "no_show_minutes": "15",
    "watch_delay": "5",
    "ratings_need": "agreed",
    "statistics_need": "replayed",
    **SWISS,
}
