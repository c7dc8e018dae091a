"""Decisions of one's own reviewed games to practise on a page: whether they were mistakes, and what an answer is worth.

Judging takes seconds, so it is done some worlds at a time: whoever asks no further has interrupted it. One decision can
be checked while another one is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.browser.games import table_of
from engine.for_people import ForPeople
from engine.game import Action, JsonObject, State
from engine.review.exercises import LOOKS, Exercise, Loss, Trial
from engine.sentences import NO_REASON
from engine.steps import places_of
from engine.table.choices import Choices
from engine.table.seat_view import SeatView
from engine.table.words import due_in_words, points_by_source

AT_ONCE = 2
"""So many worlds are played for one question."""

MOST_TOLD = 12
"""So many of the moves that led to the position are told."""


class ExerciseCounter:
    """What a page practises. A question that names a decision has the game's `log` (its text), its `components` if they
    are not built in, and `move` and `rather` of the review. A decision that cannot be practised is refused."""

    def __init__(self, language: ForPeople) -> None:
        self._language = language
        self._check: Trial | None = None
        self._open: OpenExercise | None = None

    def check(self, asked: JsonObject) -> JsonObject:
        """Begin to judge a decision again: is it still a mistake in worlds that the review has not seen?"""
        self._check = exercise_of(asked).check()
        return {"over": False, "count": 0, "most": LOOKS[-1]}

    def check_on(self, asked: JsonObject) -> JsonObject:
        """Some worlds more. When it is `over`: whether it `is_wrong`, the `loss` and its `error`."""
        assert self._check is not None, "nothing is checked"
        found = advanced(self._check)
        return {**found, **_loss(self._check.loss("game"))} if found["over"] else found

    def open(self, asked: JsonObject) -> JsonObject:
        """The position before the decision, as its seat knows it."""
        self._open = OpenExercise(self._language, exercise_of(asked))
        return self._open.position()

    def hint(self, asked: JsonObject) -> JsonObject:
        """Why the bot prefers its choice, not what that is; "" if nothing is to be said."""
        return {"reason": self._now.reason()}

    def answer(self, asked: JsonObject) -> JsonObject:
        """Begin to judge this `line`; None: the page shows the answer, and judges the move of the game alone."""
        return self._now.begin(asked["line"])

    def judge_on(self, asked: JsonObject) -> JsonObject:
        """Some worlds more. When it is `over`: the answer (`is_wrong`, `is_better`, `loss`, `error`; null if none was
        given) as `mine`, and the move of the `game`, both against the bot's choice."""
        return self._now.judge_on()

    def solution(self, asked: JsonObject) -> JsonObject:
        """What the bot would do and why, what was played, and what was answered last (null if nothing was)."""
        return self._now.solution()

    def line(self, asked: JsonObject) -> JsonObject:
        """How bots go on after the action `of` "bot", "game" or "mine", on the board as the seat sees it."""
        return {"steps": self._now.steps(asked["of"])}

    @property
    def _now(self) -> OpenExercise:
        assert self._open is not None, "no exercise is open"
        return self._open


class OpenExercise:
    """The decision that somebody practises."""

    def __init__(self, language: ForPeople, exercise: Exercise) -> None:
        self._language, self._exercise = language, exercise
        self._seat = exercise.state.to_move
        self._mine: Action | None = None
        self._trial: Trial | None = None

    def position(self) -> JsonObject:
        """What the page shows, in the words of the page on which games are played."""
        before, language, names = self._exercise.before, self._language, self._exercise.table.header.seats
        eyes = SeatView(language, before, self._seat)
        moves = eyes.moves()
        choices = before.choices()
        assert isinstance(choices, Choices)
        return {
            "game": before.game.key,
            "seat": self._seat,
            "turn": before.state.turn,
            "due": due_in_words(language, before, names),
            "choices": choices.to_json(language.render),
            "hand": eyes.hand(),
            "names": list(names),
            "scores": list(before.scores),
            "sources": points_by_source(language, before),
            "moves": _since_own_turn(moves, self._seat),
            "over": None,
            "svg": eyes.picture() if before.moves else before.screen_picture(names, say=language.render),
        }

    def reason(self) -> str:
        """Why the bot prefers its choice, at first sight."""
        exercise = self._exercise
        said = exercise.bot.reason(exercise.state, exercise.rather)
        return "" if said.key == NO_REASON.key else self._language.render(said)

    def begin(self, line: JsonObject | None) -> JsonObject:
        """Judge this answer, or without one the move of the game. Raises EngineError if it is not allowed."""
        exercise = self._exercise
        if line is not None and (error := exercise.before.check(line)) is not None:
            raise error
        self._mine = None if line is None else exercise.before.read(line)
        self._trial = exercise.answer(self._mine)
        return {"over": False, "count": 0, "most": LOOKS[-1]}

    def judge_on(self) -> JsonObject:
        """Some worlds more."""
        trial = self._trial
        assert trial is not None, "nothing is judged"
        found = advanced(trial)
        if not found["over"]:
            return found
        mine = None if self._mine is None else _loss(trial.loss("mine"))
        return {**found, "mine": mine, "game": _loss(trial.loss("game"))}

    def solution(self) -> JsonObject:
        """The choices in words, and where they are on the board."""
        exercise = self._exercise
        return {
            "bot": {**self._told(exercise.rather), "reason": self.reason()},
            "game": self._told(exercise.played),
            "mine": self._told(self._mine) if self._mine is not None else None,
            "same": self._mine == exercise.played,
            "best": self._mine == exercise.rather,
        }

    def steps(self, of: str) -> list[JsonObject]:
        """The position, and each move after it that the seat knows of: `who`, `text`, `svg`, `places` of the move."""
        exercise, say = self._exercise, self._language.render
        action = {"bot": exercise.rather, "game": exercise.played, "mine": self._mine}[of]
        assert action is not None, "nothing was answered"
        game, names, seat = exercise.table.game, exercise.table.header.seats, self._seat
        state, actions = exercise.continuation(action)
        found: list[JsonObject] = [{"who": "", "text": "", "places": [], "svg": self._picture(state, ())}]
        turn = state.turn
        last: list[Action] = []
        for each in actions:
            known: Action | None = each
            if each.seat not in (None, seat):
                known = exercise.table.read(game.line_for_onlookers(state, each))
            elif each.seat is None and state.draw_seen_by() not in (None, seat):
                known = None
            places = places_of(game.steps(state, known)) if known is not None and known.seat is not None else []
            if state.turn != turn:
                turn, last = state.turn, []
            state.apply(each)
            if known is None:
                continue
            last.append(known)
            who = names[known.seat] if known.seat is not None else ""
            told = say(game.told(exercise.table.components, known))
            found.append({"who": who, "text": told, "places": places, "svg": self._picture(state, last)})
        return found

    def _picture(self, state: State[Any], last: Sequence[Action]) -> str:
        game = self._exercise.table.game
        seen = game.seen_by(state, self._seat)
        return game.screen_picture(seen, self._exercise.table.header.seats, last, self._language.render)

    def _told(self, action: Action) -> JsonObject:
        exercise = self._exercise
        return {
            "text": self._language.render(exercise.table.game.told(exercise.table.components, action)),
            "places": places_of(exercise.table.game.steps(exercise.state, action)),
        }


def exercise_of(asked: JsonObject) -> Exercise:
    """The decision of a question. Raises BadSetup for one that cannot be practised."""
    return Exercise(table_of(asked), asked["move"], asked["rather"])


def advanced(trial: Trial) -> JsonObject:
    """A trial after some worlds more."""
    for _ in range(AT_ONCE):
        if not trial.is_over:
            trial.step()
    return {"over": trial.is_over, "count": trial.count, "most": LOOKS[-1]}


def _loss(loss: Loss) -> JsonObject:
    points, error = round(loss.points, 2), round(loss.error, 2)
    return {"is_wrong": loss.is_wrong, "is_better": loss.is_better, "loss": points, "error": error}


def _since_own_turn(moves: list[JsonObject], seat: int) -> list[JsonObject]:
    """What has happened since this seat moved last in another turn, the last ones of it."""
    if not moves:
        return []
    turn = moves[-1]["turn"]
    own = [at for at, move in enumerate(moves) if move["seat"] == seat and move["turn"] < turn]
    return moves[own[-1] + 1 if own else 0 :][-MOST_TOLD:]
