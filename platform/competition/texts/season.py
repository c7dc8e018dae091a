"""What is said about the rules of a season, and the sums behind a place in it."""

from __future__ import annotations

from engine.message import Plural

SEASON: dict[str, str | Plural] = {
    "season.bands": (
        "A season has 1 to %(most)s lists of points, each for larger events than the one before, and the last one for "
        "any size."
    ),
    "season.points": "A list of points has 1 to %(places)s whole numbers from 0 to %(points)s.",
    "season.falling": "Points by place must not rise: a worse place never gives more than a better one.",
    "season.taking_part": "Points for taking part are a whole number from 0 to %(points)s.",
    "season.events": "The best results that count and the fewest events are 1 to %(most)s.",
    "season.line": "1 to %(most)s players can qualify.",
    "season.place": "place %(place)s of %(size)s",
    "season.dropped": "place %(place)s of %(size)s; dropped: not among the best results",
    "season.first_places.name": "First places",
    "season.first_places.definition": "First places in events that count; a shared first place counts too.",
    "season.best_result.name": "Best result",
    "season.best_result.definition": "The most points from one event.",
    "season.events_played.name": "Events played",
    "season.events_played.definition": "All events of the season in which the player took part, dropped ones too.",
    "season.last_event.name": "Last event",
    "season.last_event.definition": "Points from the most recent event of the season; 0 without it.",
}
