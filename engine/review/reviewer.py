"""The review of a finished game, decision by decision.

A decision depends on the game and its own number alone (seeds come from the digest of the game), so a review can stop
and go on anywhere, and a browser finds what a server finds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any

from engine.game import CHANCE, Action, Bot, Game, JsonObject, State
from engine.log.digest import canonical_action
from engine.luck.draws import draws_of
from engine.luck.measured import is_told
from engine.luck.telling import telling_draw, telling_setup
from engine.review import sentences
from engine.review.marks import accuracy_of, mark_of, shrunk
from engine.review.verdict import Compared, Continued, Judge
from engine.search.analysis import analyse
from engine.search.bot import SearchBot
from engine.search.in_parts import InParts, at_once
from engine.search.winning import chance_of_a_point, winning_chance
from engine.sentence import Sentence
from engine.table.table import Table, digest_of

REVIEWER = "search-72"
REVIEW_VERSION = 2
"""It rises when the same game would be judged differently by the same bot."""

PHASES = ("opening", "middle", "end")
"""Thirds of a game, by turns."""

MOST_SHOWN = 12
"""So many moves of the alternative are kept."""


def reviewer_name(game: Game) -> str:
    """Who judges, with the versions of its bots and of the review: reviews of another name are not comparable."""
    bot = reviewer_of(game)
    return f"{REVIEWER}/{bot.version}.{bot.policy.version}.{REVIEW_VERSION}"


def reviewer_of(game: Game) -> SearchBot:
    """The bot that judges."""
    bot = game.bots[REVIEWER]
    assert isinstance(bot, SearchBot)
    return bot


def cannot_review(table: Table) -> Sentence | None:
    """Why the decisions of a game cannot be judged; None if they can."""
    if table.header.chance == "hidden":
        return sentences.HIDDEN_CHANCE()
    return None if table.result is not None else sentences.NOT_OVER()


class Reviewer:
    """Judges the decisions of a game, then tells what setup, seats and draws were worth, if luck is told in it: in
    their order, or any one of these. `kept` are the first ones, found before.

    Raises ValueError for a game that cannot be reviewed.
    """

    def __init__(self, table: Table, kept: Sequence[JsonObject] = ()) -> None:
        if cannot_review(table) is not None:
            raise ValueError("this game cannot be reviewed")
        self.table = table
        self.kept: list[JsonObject] = list(kept)
        self._decisions = decisions_of(table)
        self._draws = draws_of(table) if is_told(table.game.key) else None
        self._seed = seed_of(table)
        self._state, self._at = table.at(0).state, 0
        self._begun: tuple[int, InParts[JsonObject]] | None = None

    @property
    def total(self) -> int:
        """How much there is to find: the decisions with a choice, then the setup and the draws if luck is told."""
        return len(self._decisions) + (0 if self._draws is None else 1 + len(self._draws))

    @property
    def done(self) -> int:
        """How much of it is found."""
        return len(self.kept)

    @property
    def decisions(self) -> list[JsonObject]:
        """The decisions judged so far."""
        return self.kept[: len(self._decisions)]

    @property
    def is_judged(self) -> bool:
        """Whether all decisions are judged."""
        return self.done >= len(self._decisions)

    @property
    def luck(self) -> list[JsonObject]:
        """What is told of the luck so far: the setup, then draws (`engine.luck.telling`)."""
        return self.kept[len(self._decisions) :]

    def step(self) -> JsonObject:
        """Find the next one. Raises IndexError if nothing is left."""
        found = self.find(self.done)
        assert found is not None
        self.kept.append(found)
        return found

    def find(self, which: int, most: int | None = None) -> JsonObject | None:
        """Find one, counted from 0, and not keep it. Raises IndexError if there are not so many.

        With `most` only so many pairs of continuations are played on. None if that was not enough: whoever asks for the
        same one again goes on there, whoever asks for another one begins anew.
        """
        if self._begun is None or self._begun[0] != which:
            self._begun = which, self._work(which)
        work = self._begun[1]
        try:
            for _ in count() if most is None else range(most):
                next(work)
        except StopIteration as done:
            self._begun = None
            found: JsonObject = done.value
            return found
        except BaseException:  # it broke, or somebody did not want to wait: it cannot go on
            self._begun = None
            raise
        return None

    def _work(self, which: int) -> InParts[JsonObject]:
        table, policy = self.table, reviewer_of(self.table.game).policy
        if which < len(self._decisions):
            number = self._decisions[which]
            return judging(table, number, self._position(number), self._seed)
        if self._draws is None:
            raise IndexError(which)
        if which == len(self._decisions):
            return telling_setup(table, policy, f"{self._seed}/luck")
        number = self._draws[which - len(self._decisions) - 1]
        return telling_draw(table, number, self._position(number), policy, f"{self._seed}/luck")

    def _position(self, number: int) -> State[Any]:
        """The position before a move. Going on from the last one asked for is faster than from the start."""
        if number < self._at:
            self._state, self._at = self.table.at(0).state, 0
        while self._at < number:
            self._state.apply(self.table.moves[self._at].action)
            self._at += 1
        return self._state


def decisions_of(table: Table) -> list[int]:
    """The moves that somebody has chosen, by their numbers."""
    return [number for number, move in enumerate(table.moves) if move.action.seat is not None and not move.forced]


def judged(table: Table, number: int, state: State[Any], seed: str) -> JsonObject:
    """What a decision has cost. `state` is the position in which it was made."""
    return at_once(judging(table, number, state, seed))


def judging(table: Table, number: int, state: State[Any], seed: str) -> InParts[JsonObject]:
    """The same in parts. The position must not change before the last one."""
    bot, move, players = reviewer_of(table.game), table.moves[number], table.players
    decision: JsonObject = {
        "move": number,
        "seat": state.to_move,
        "turn": move.turn,
        "phase": PHASES[min(2, 3 * move.turn // (table.moves[-1].turn + 1))],
    }
    seed = f"{seed}/{number}"
    rather = analyse(state, bot.policy, bot.effort(players), Random(f"{seed}/choice"))[0].action
    if rather == move.action:
        return {**decision, "rather": None, "mark": "", "accuracy": 100.0}
    judge = Judge(table.game.key, state, bot.policy, f"{seed}/verdict")
    alternative = Continued([rather])
    tried = [[move.action]]
    found = yield from judge.comparing(Continued(tried[0]), alternative)
    mark = mark_of(table.game.key, found.loss, found.error)
    # A turn is several actions. The same ones in another order are no mistake, and what can still be done is not lost.
    for line in (rest_of_turn(table, number), followed_by(state, move.action, rather)) if mark else ():
        if line in tried:
            continue
        tried.append(line)
        other = yield from judge.comparing(Continued(line), alternative)
        if other.loss < found.loss:
            found, mark = other, mark_of(table.game.key, other.loss, other.error)
    decision |= {"rather": rather.to_json(), "mark": mark, **_figures(found, table.game.key)}
    if mark:
        decision["continuation"] = _continuation(state, rather, bot.policy, Random(f"{seed}/shown"))
    return decision


def rest_of_turn(table: Table, number: int) -> list[Action]:
    """What was played from there on, until another seat moves, chance decides, or the turn ends."""
    first = table.moves[number]
    found = []
    for move in table.moves[number:]:
        if move.turn != first.turn or move.action.seat != first.action.seat:
            break
        found.append(move.action)
    return found


def followed_by(before: State[Any], action: Action, rather: Action) -> list[Action]:
    """What was played and then what the bot would rather play, if the seat may do it next."""
    state = before.copy()
    state.apply(action)
    same_turn = (state.turn, state.to_move) == (before.turn, before.to_move)
    return [action, rather] if same_turn and state.check(rather) is None else [action]


def _continuation(before: State[Any], rather: Action, policy: Bot, rng: Random) -> list[JsonObject]:
    """The alternative, and how bots go on until the seat moves again in a later turn."""
    state = before.copy()
    seat, turn = state.to_move, state.turn
    lines, action = [], rather
    while True:
        lines.append(action.to_json())
        state.apply(action)
        if state.result() is not None or len(lines) == MOST_SHOWN or (state.turn > turn and state.to_move == seat):
            return lines
        action = state.draw(rng) if state.to_move == CHANCE else policy.choose(state, rng)


def seed_of(table: Table) -> str:
    """What all chance in the review of this game follows from: the same for every file that tells the game."""
    header = table.header
    moves = digest_of(canonical_action(line) for line in table.lines)
    parts = (header.game, header.ruleset, table.components.sha256, moves)
    return hashlib.sha256("/".join(parts).encode()).hexdigest()


def _figures(found: Compared, game: str) -> JsonObject:
    """What a decision has lost. Points are those of the margin to the best other."""
    deviation = found.deviation
    mean = found.rather.mean()
    before = winning_chance(mean, deviation)
    lost = before - winning_chance(mean - found.loss, deviation)
    error = found.error * chance_of_a_point(mean - found.loss / 2, deviation)
    own = {
        source: found.rather.points_of(source) - found.played.points_of(source)
        for source in sorted({*found.rather.points, *found.played.points})
    }
    return {
        "loss": round(found.loss, 2),
        "error": round(found.error, 2),
        "count": len(found.played.margins),
        "before": round(before, 4),
        "chance": round(lost, 4),
        "chance_error": round(error, 4),
        "accuracy": round(accuracy_of(game, shrunk(found.loss, found.error)), 2),
        "sources": {source: round(points, 2) for source, points in own.items() if round(points, 2)},
        "others": round(found.loss - sum(own.values()), 2),
    }
