"""How a finished game came out: the places, what decided between equal scores, and the move that turned it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.for_people import ForPeople
from engine.game import JsonObject, Result, ScoreEvent
from engine.message import Message
from engine.table import sentences
from engine.table.table import Table


def end_in_words(
    language: ForPeople, game: Table, names: Sequence[str], told: Callable[[int], int] | None = None
) -> JsonObject | None:
    """How the game ended; None while it goes on.

    `second` is by seat what decided between equal scores, "" where nothing had to. `turning` is the number of the move
    after which the winner led for good, with a sentence; None where there is none. `told`: how many of so many first
    moves a page was told, where it is not told all.
    """
    result = game.result
    if result is None:
        return None
    winners = tuple(names[seat] for seat in result.winners)
    number = turning_point(game)
    shown = number if number is None or told is None else told(number)
    return {
        "end": result.end,
        "scores": list(result.scores),
        "places": list(result.places),
        "winners": list(result.winners),
        "text": language.render(sentences.WINNERS.message(names=winners, count=len(winners))),
        "second": [language.render(message) if message else "" for message in _decided(result)],
        "turning": None
        if number is None or shown is None
        else {"n": shown, "text": language.render(_turned(language, game, number, shown + 1, winners[0]))},
    }


def turning_point(game: Table) -> int | None:
    """The number of the move after which the winner of a finished game was ahead alone to its end; None where several
    won, or where something else than points decided. In games that score at the end, ahead is who would have had more
    points if it had ended there.
    """
    result = game.result
    if result is None or len(result.winners) > 1 or not _leads(result.scores, result.winners[0]):
        return None
    state, turned = game.at(0).state, 0
    for number, move in enumerate(game.moves):
        if not _leads(state.projected() or state.scores, result.winners[0]):
            turned = number
        state.apply(move.action)
    return turned


def _leads(points: Sequence[int], seat: int) -> bool:
    return all(points[seat] > others for other, others in enumerate(points) if other != seat)


def _decided(result: Result) -> list[Message | None]:
    """By seat what decided between it and others with its score; None where nothing did."""
    ranks = list(zip(result.scores, result.places, strict=True))
    decided = [any(score == own and place != at for score, place in ranks) for own, at in ranks]
    return [result.second[seat] if there else None for seat, there in enumerate(decided)]


def _turned(language: ForPeople, game: Table, number: int, shown: int, winner: str) -> Message:
    """The sentence about the move that turned the game, which people count as `shown`."""
    assert game.result is not None
    if game.at(number).state.projected() is not None:
        return sentences.WOULD_HAVE_WON.message(number=shown, name=winner)
    gained: dict[str, int] = {}
    for event in game.moves[number].events:
        if isinstance(event, ScoreEvent) and event.seat == game.result.winners[0]:
            gained[event.source] = gained.get(event.source, 0) + event.points
    if sum(gained.values()) <= 0:
        return sentences.LEADS.message(number=shown, name=winner)
    titles = tuple(language.text(source.title) for source in game.game.sources if source.key in gained)
    return sentences.LEADS_WITH.message(number=shown, name=winner, points=sum(gained.values()), sources=titles)
