"""A review in the reader's language: what a page shows of it. The server and the browser's worker say the same."""

from __future__ import annotations

from typing import Any

from engine.for_people import ForPeople
from engine.game import Action, JsonObject, State
from engine.luck.words import luck_in_words, one_decimal, signed
from engine.review import sentences
from engine.review.marks import COSTLY, DOUBTFUL, SURE, shown_accuracy
from engine.review.reviewer import REVIEWER, Reviewer
from engine.review.summary import summary_of
from engine.search.ladder import strength_of
from engine.sentence import Sentence
from engine.steps import places_of
from engine.table.table import Table
from engine.table.words import source_titles

MARKS = {DOUBTFUL: sentences.DOUBTFUL, COSTLY: sentences.COSTLY}


def review_in_words(language: ForPeople, review: Reviewer) -> JsonObject:
    """What is found so far, in numbers and in words, and what it comes to: the decisions, then the luck."""
    summary = summary_of(review)
    return {
        "summary": {**summary, "seats": [_seat_shown(seat) for seat in summary["seats"]]},
        "names": list(review.table.header.seats),
        "sources": source_titles(language, review.table.game),
        "strength": language.render(strength_in_words(review.table.game.key).message),
        "decisions": [decision_in_words(language, review.table, each) for each in review.decisions],
        "is_judged": review.is_judged,
        "luck": luck_in_words(language, review.table.game, summary["luck"], review.luck),
    }


def _seat_shown(seat: JsonObject) -> JsonObject:
    phases = {phase: _accuracy_shown(of_phase) for phase, of_phase in seat["phases"].items()}
    return {**_accuracy_shown(seat), "phases": phases}


def _accuracy_shown(part: JsonObject) -> JsonObject:
    accuracy = part["accuracy"]
    return {**part, "accuracy": None if accuracy is None else shown_accuracy(accuracy)}


def decision_in_words(language: ForPeople, table: Table, decision: JsonObject) -> JsonObject:
    """A decision with `words`: the mark, what the bot would rather do, what that is worth, and where."""
    rather = decision["rather"]
    if rather is None:
        same = language.render(sentences.SAME.message(bot=REVIEWER))
        return {**decision, "words": {"mark": "", "rather": same, "figures": "", "chance": "", "sources": []}}
    told = table.game.told(table.components, table.read(rather))
    points, error = signed(decision["loss"]), one_decimal(decision["error"])
    after = decision["before"] - decision["chance"]
    said: JsonObject = {
        "mark": language.render(MARKS[decision["mark"]].message()) if decision["mark"] else "",
        "rather": language.render(sentences.RATHER.message(bot=REVIEWER, action=told)),
        "figures": language.render(sentences.FIGURES.message(points=points, error=error, count=decision["count"])),
        "chance": language.render(
            sentences.CHANCE.message(before=percent_in_words(decision["before"]), after=percent_in_words(after))
        ),
        "sources": _sources_in_words(language, table, decision),
    }
    if not decision["mark"]:
        did_better = decision["loss"] < -SURE * decision["error"]
        note = sentences.DID_BETTER if did_better else sentences.TOO_CLOSE
        said["figures"] += f". {language.render(note().message)}"
    return {**decision, "words": said}


def alternative_in_words(language: ForPeople, table: Table, decision: JsonObject) -> list[JsonObject]:
    """What the bot would rather do on the board: the position before, after it, and how bots would go on.

    Each step has `who` (""), `text`, `svg` and `places`, the elements of the picture that the step is about.
    """
    state: State[Any] = table.at(decision["move"]).state
    names = table.header.seats
    text = language.render(sentences.BEFORE.message())
    svg = table.game.screen_picture(state, names, say=language.render)
    steps: list[JsonObject] = [{"who": "", "text": text, "svg": svg, "places": []}]
    turn = state.turn
    shown: list[Action] = []
    for line in decision.get("continuation") or [decision["rather"]]:
        action = table.read(line)
        if state.turn != turn:
            turn, shown = state.turn, []
        places = _places(table, state, action)
        state.apply(action)
        shown.append(action)
        steps.append(
            {
                "who": names[action.seat] if action.seat is not None else "",
                "text": language.render(table.game.told(table.components, action)),
                "svg": table.game.screen_picture(state, names, shown, language.render),
                "places": places,
            }
        )
    return steps


def strength_in_words(game: str) -> Sentence:
    """How strong the bot is that judges."""
    strength = strength_of(game, REVIEWER)
    if strength is None:
        return sentences.UNMEASURED(bot=REVIEWER)
    return sentences.STRENGTH(bot=REVIEWER, percent=round(100 * strength.beats_greedy))


def percent_in_words(share: float) -> Sentence:
    """A share as a percentage, between 0 and 100."""
    return sentences.PERCENT(percent=round(100 * min(1.0, max(0.0, share))))


def _sources_in_words(language: ForPeople, table: Table, decision: JsonObject) -> list[JsonObject]:
    """Where the points were lost, the most first; less than half a point is left out."""
    titles = source_titles(language, table.game)
    lost = [(points, titles[source]) for source, points in decision["sources"].items()]
    lost.append((decision["others"], language.render(sentences.OTHERS.message())))
    return [
        {"title": title, "points": language.render(sentences.POINTS.message(points=signed(points)))}
        for points, title in sorted(lost, key=lambda each: -abs(each[0]))
        if abs(points) >= 0.5
    ]


def _places(table: Table, state: State[Any], action: Action) -> list[str]:
    if action.seat is None:
        return []
    return places_of(table.game.steps(state, action))
