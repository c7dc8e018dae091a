"""The luck of a game in the reader's language. The server and the browser's worker say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.for_people import ForPeople
from engine.game import Game, JsonObject
from engine.luck import sentences
from engine.luck.measured import is_told
from engine.message import Message
from engine.sentence import Sentence

SURE = 2.0
"""So many standard errors make it sure that a draw was worth something."""

MOST_NAMED = 3
"""So many of the luckiest draws are named, and of the unluckiest."""

LUCKY, UNLUCKY = "lucky", "unlucky"
MARKS = {LUCKY: sentences.LUCKY, UNLUCKY: sentences.UNLUCKY}


def luck_in_words(
    language: ForPeople, game: Game, seats: Sequence[JsonObject] | None, told: Sequence[JsonObject]
) -> JsonObject:
    """What is told so far: `draws`, each with its mark and words, and the moves of the `luckiest` and `unluckiest`.

    `seats` is the luck of the whole game (`engine.luck.summary`), None before its end; in words it is a `headline` and
    `draws` by seat. `explained` says what that means, or why no luck is told in this `game`.
    """
    draws = [draw_in_words(language, row) for row in told if row["move"] is not None]
    return {
        "seats": [_seat_in_words(language, seat) for seat in seats or ()],
        "explained": language.render(why_not_told(game) or sentences.EXPLAINED.message()),
        "draws": draws,
        "luckiest": _most(draws, LUCKY),
        "unluckiest": _most(draws, UNLUCKY),
    }


def why_not_told(game: Game) -> Message | None:
    """Why no luck is told in a game; None if it is."""
    return None if is_told(game.key) else sentences.NOT_TOLD.message(game=game.title)


def draw_in_words(language: ForPeople, draw: JsonObject) -> JsonObject:
    """A draw with its `mark` for the seat `marked`, and `words`: the name of the mark, what it was `worth` by seat."""
    marked, mark = mark_of_draw(draw)
    worth = [
        language.render(
            sentences.WORTH.message(points=signed(points), error=one_decimal(error), chance=_percentage_points(chance))
        )
        for points, error, chance in zip(draw["points"], draw["error"], draw["chance"], strict=True)
    ]
    name = language.render(MARKS[mark].message()) if mark else ""
    return {**draw, "marked": marked, "mark": mark, "words": {"mark": name, "worth": worth}}


def mark_of_draw(draw: JsonObject) -> tuple[int | None, str]:
    """The seat for which a draw was surely lucky or unlucky, and which of them: its owner if it is sure for that one,
    else whom it was worth most to, one way or the other. (None, "") if it is sure for nobody.
    """
    points = draw["points"]
    sure = [seat for seat, error in enumerate(draw["error"]) if abs(points[seat]) > SURE * error]
    if not sure:
        return None, ""
    seat = draw["seat"] if draw["seat"] in sure else max(sure, key=lambda each: abs(points[each]))
    return seat, LUCKY if points[seat] > 0 else UNLUCKY


def signed(value: float) -> float | Sentence:
    """Points with one decimal and their sign."""
    return _with_sign(value, one_decimal(abs(value)))


def one_decimal(value: float) -> float:
    """A number that is written with one decimal, also where a browser has made 1.0 to 1."""
    return round(float(value), 1)


def _percentage_points(share: float) -> float | Sentence:
    percent = round(100 * abs(share))
    said = sentences.PERCENTAGE_POINTS(percent=percent)
    return _with_sign(share, said) if percent else said


def _with_sign(value: float, size: float | Sentence) -> float | Sentence:
    if not size:
        return size
    return sentences.MORE(points=size) if value > 0 else sentences.LESS(points=size)


def _seat_in_words(language: ForPeople, seat: JsonObject) -> JsonObject:
    return {
        "headline": language.render(
            sentences.HEADLINE.message(
                result=_result(seat["margin"]),
                luck=signed(seat["luck"]),
                luck_error=one_decimal(seat["luck_error"]),
                decisions=signed(seat["decisions"]),
                decisions_error=one_decimal(seat["decisions_error"]),
                start=signed(seat["start"]),
                start_error=one_decimal(seat["start_error"]),
            )
        ),
        "draws": language.render(
            sentences.DRAWS.message(
                own=signed(seat["own"]),
                own_error=one_decimal(seat["own_error"]),
                others=signed(seat["others"]),
                others_error=one_decimal(seat["others_error"]),
            )
        ),
    }


def _result(margin: int) -> Sentence:
    if not margin:
        return sentences.LEVEL()
    return sentences.WON_BY(points=margin) if margin > 0 else sentences.LOST_BY(points=-margin)


def _most(draws: Iterable[JsonObject], mark: str) -> list[int]:
    """The moves of the draws that were worth most to the seat that they are marked for, the most first."""
    marked = [(-abs(each["points"][each["marked"]]), each["move"]) for each in draws if each["mark"] == mark]
    return [move for _points, move in sorted(marked)[:MOST_NAMED]]
