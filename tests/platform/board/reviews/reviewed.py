"""Reviews without the minutes that a bot thinks: its judgement is made up, everything around it is real."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from random import Random
from typing import Any
from unittest.mock import patch

from django.utils import timezone

from engine.game import Bot, JsonObject, State
from engine.luck.draws import owner_of
from engine.review.marks import mark_of
from engine.review.reviewer import PHASES, Reviewer, reviewer_name
from engine.review.summary import summary_of
from engine.search.in_parts import InParts
from engine.table.table import Table
from nabu.accounts.players.models import User
from nabu.board.reviews.games import table_of_log
from nabu.board.reviews.models import GameReview
from nabu.contests.matches.models import GameLog


def made_up(table: Table, number: int, state: State[Any], seed: str) -> JsonObject:
    """A decision as the reviewer gives it: the same for the same game and number, some of them marked."""
    rng = Random(f"{seed}/{number}")
    move = table.moves[number]
    decision: JsonObject = {
        "move": number,
        "seat": state.to_move,
        "turn": move.turn,
        "phase": PHASES[min(2, 3 * move.turn // (table.moves[-1].turn + 1))],
    }
    other = next(action for action in islice(state.legal_actions(), 2) if action != move.action)
    if rng.random() < 0.5:
        return {**decision, "rather": None, "mark": "", "accuracy": 100.0}
    loss = round(rng.uniform(-2, 12), 2)
    source = table.game.sources[0].key
    decision |= {"rather": other.to_json(), "mark": mark_of(table.game.key, loss, 1.0), "loss": loss, "error": 1.0}
    decision |= {"count": 64, "before": 0.6, "chance": loss / 40, "chance_error": 0.02, "accuracy": 100 - max(0, loss)}
    decision |= {"sources": {source: round(loss / 2, 2)}, "others": round(loss - round(loss / 2, 2), 2)}
    return {**decision, "continuation": [other.to_json()]} if decision["mark"] else decision


def made_up_setup(table: Table, _policy: Bot, _seed: str) -> JsonObject:
    """What setup and seat were worth."""
    none = [0.0] * table.players
    parts = ("setup", "seat", "start")
    return {"move": None, **{f"{part}{of}": none for part in parts for of in ("", "_error")}}


def made_up_draw(table: Table, number: int, _before: State[Any], _policy: Bot, seed: str) -> JsonObject:
    """A draw as the review tells it: worth something to one seat, half of them surely."""
    worth = round(Random(f"{seed}/{number}").uniform(-4, 4), 2)
    seats = range(table.players)
    return {
        "move": number,
        "turn": table.moves[number].turn,
        "seat": owner_of(table, number),
        "points": [-worth if seat else worth for seat in seats],
        "error": [1.0 for _seat in seats],
        "chance": [-worth / 40 if seat else worth / 40 for seat in seats],
    }


def in_parts(judged: Callable[..., JsonObject]) -> Callable[..., InParts[JsonObject]]:
    """The same judgement as a reviewer makes it: with a part after which it can be interrupted."""

    def judging(*arguments: Any) -> InParts[JsonObject]:
        yield
        return judged(*arguments)

    return judging


QUICK: dict[str, Callable[..., InParts[JsonObject]]] = {
    "engine.review.reviewer.judging": in_parts(made_up),
    "engine.review.reviewer.telling_setup": in_parts(made_up_setup),
    "engine.review.reviewer.telling_draw": in_parts(made_up_draw),
}
"""What is made up, by its place."""


@contextmanager
def quick_reviewer() -> Iterator[None]:
    """Reviews take no time."""
    with ExitStack() as patched:
        for place, made in QUICK.items():
            patched.enter_context(patch(place, made))
        yield


def store_review(log: GameLog, asked_by: User | None = None, **fields: Any) -> GameReview:
    """A log that is reviewed, as a worker leaves it."""
    table = table_of_log(log)
    with quick_reviewer():
        reviewer = Reviewer(table)
        while reviewer.done < reviewer.total:
            reviewer.step()
    made: dict[str, Any] = {
        "status": GameReview.Status.DONE,
        "decisions": reviewer.kept,
        "done": reviewer.done,
        "total": reviewer.total,
        "summary": summary_of(reviewer),
        "asked_by": asked_by,
        "asked_at": timezone.now(),
    }
    return GameReview.objects.create(log=log, reviewer=reviewer_name(table.game), game=table.game.key, **made | fields)


def other_file(data: bytes) -> bytes:
    """The same game as somebody else has written it down: with other names."""
    header, *lines = data.splitlines(keepends=True)
    renamed = json.loads(header)
    renamed["seats"] = [f"{name} again" for name in renamed["seats"]]
    return b"".join([json.dumps(renamed).encode() + b"\n", *lines])
