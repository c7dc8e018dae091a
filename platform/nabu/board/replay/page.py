"""What the page shows at one position, and all its script needs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.game import CHANCE, JsonObject
from engine.log.verdict_words import code_in_words
from engine.table.table import Table as Game
from engine.table.words import ending_in_words
from engine.whole_picture import around
from nabu.accounts.players.models import Person
from nabu.board.replay.recording import Recording
from nabu.contests.matches.models import LogSubmission, Table
from nabu.contests.results.logs.queries import uses_of
from nabu.core.sentences import LANGUAGE, sentence
from nabu.statistics.dashboards.anatomy.game import course_of_chances, proven_game

MOST_ALLOWED = 12
HEADER_LINES = 1


@dataclass(frozen=True, slots=True)
class TurnOfMoves:
    """The moves of one turn; `gained` are the points that they brought each seat, in words."""

    number: int
    title: str
    moves: list[JsonObject]
    gained: str
    shown: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """Why the log does not go on after the last position: its line, and what would have been allowed there."""

    line: int | None
    what: str
    reason: str
    who: str
    allowed: list[str]


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """`move` is the position that is shown: after so many moves. `last` is the move before it, None for the setup.

    `name` is what files of it are called. `points` are rows of a source's key, its title and the points by seat.
    `picture` is the board as the page draws it, `around` what stands around it (`engine.whole_picture`).
    `is_over`: the game is over in this position. `nothing_to_try`: why no other moves can be made in the game, "" if
    they can.
    `chances` are pairs of a position and the chances by seat; None without a model. `ending` says how the game stands
    after the last move. `table` is the one whose result the log proves.
    """

    title: str
    name: str
    names: list[str]
    move: int
    count: int
    where: str
    previous: int
    following: int
    last: JsonObject | None
    turns: list[TurnOfMoves]
    is_over: bool
    nothing_to_try: str
    points: list[tuple[str, str, list[int]]]
    scores: list[int]
    picture: str
    around: JsonObject
    failure: Failure | None
    ending: str
    chances: list[tuple[int, list[float]]] | None
    uses: list[LogSubmission]
    anatomy: int | None
    table: Table | None
    moves_address: str
    picture_address: str
    picture_pattern: str

    @property
    def chances_here(self) -> list[float] | list[None]:
        """The chances by seat at the position that is shown; None before the first ones."""
        past = [chances for position, chances in self.chances or () if position <= self.move]
        return past[-1] if past else [None] * len(self.names)


def position_of_line(game: Game, line: int) -> int:
    """The position after this line of the log; for a line that is not valid the last one."""
    return min(max(line - HEADER_LINES, 0), len(game.moves))


def position_of_turn(game: Game, turn: int) -> int:
    """The position at the end of this turn."""
    return sum(move.turn <= turn for move in game.moves)


def build_page(recording: Recording, game: Game, asked: int | None, user: Person) -> ReplayPage:
    """The page at the position that was asked for; else at the setup, or where the log fails."""
    words, count = recording.words_as_json() or {}, len(game.moves)
    failure = _failure(recording, game)
    move = min((count if failure else 0) if asked is None else asked, count)
    digest, sha256 = recording.digest, recording.log.sha256
    pictures = reverse("table:replay_picture", args=[sha256, digest, 0]).removesuffix("0.svg")
    proven = proven_game(recording.table) if recording.table else None
    return ReplayPage(
        title=_(game.game.title),
        name=sha256[:8],
        **shown_at(words, move),
        **board_at(recording.picture(move, whole=False)),
        failure=failure,
        ending=ending_in_words(LANGUAGE, game, recording.report.verdict, recording.names),
        chances=[
            (position_of_turn(game, point.turn), [round(chance, 4) for chance in point.chances])
            for point in (course_of_chances(proven) if proven else ())
        ]
        or None,
        uses=uses_of(recording.log, user),
        anatomy=proven.table.pk if proven else None,
        table=recording.table,
        moves_address=reverse("table:replay_moves", args=[sha256, digest]),
        picture_address=f"{pictures}{move}.svg",
        picture_pattern=f"{pictures}{{move}}.svg",
    )


def shown_at(words: JsonObject, move: int) -> dict[str, Any]:
    """What follows for a page from the game in words and the position that is shown."""
    moves: list[JsonObject] = words["moves"]
    last = moves[move - 1] if move else None
    return {
        "names": words["names"],
        "move": move,
        "count": len(moves),
        "where": _where(last, move, len(moves)),
        "previous": max(move - 1, 0),
        "following": min(move + 1, len(moves)),
        "last": last,
        "turns": _turns(moves, last),
        "is_over": words.get("over") is not None and move == len(moves),
        "nothing_to_try": words.get("nothing_to_try", ""),
        "points": _points(words, move),
        "scores": last["scores"] if last else [0] * len(words["names"]),
    }


def board_at(picture: bytes | None) -> dict[str, Any]:
    """What a page serves of the position, so that nothing moves when its script comes."""
    assert picture is not None, "the position is one of the game"
    svg = picture.decode()
    return {"picture": svg, "around": around(svg)}


def _where(last: JsonObject | None, move: int, count: int) -> str:
    if last is None:
        return ""
    words = script_words()["turn_and_move" if last["turn"] else "move"]
    return words.format(turn=last["turn"], move=move, count=count)


def _turns(moves: list[JsonObject], last: JsonObject | None) -> list[TurnOfMoves]:
    shown = last["turn"] if last else moves[0]["turn"] if moves else 0
    words = script_words()
    found = []
    for number, group in groupby(moves, key=lambda move: int(move["turn"])):
        of_turn = [{**move, "gained": _gained(move["events"], move["seat"])} for move in group]
        events = [event for move in of_turn for event in move["events"]]
        title = words["turn"].format(turn=number) if number else words["no_turn"]
        found.append(TurnOfMoves(number, title, of_turn, _gained(events), number == shown))
    return found


def _gained(events: list[JsonObject], seat: int | None = None) -> str:
    """What these events brought, in words; who is left out where only this seat has scored."""
    gained: dict[tuple[int, str], int] = {}
    for event in events:
        if event["points"]:
            key = event["seat"], event["who"]
            gained[key] = gained.get(key, 0) + event["points"]
    own = all(scored == seat for scored, _who in gained)
    return " · ".join(
        f"{'' if own else who + ' '}{'−' if points < 0 else '+'}{abs(points)}"
        for (_seat, who), points in gained.items()
        if points
    )


def script_words() -> dict[str, str]:
    """What the script of the page says. It puts the numbers in."""
    return {
        "setup": _("The setup, before the first move"),
        "no_turn": _("Before the first turn"),
        "turn": _("Turn {turn}"),
        "turn_and_move": _("Turn {turn}, move {move} of {count}"),
        "move": _("Move {move} of {count}"),
        "play": _("Play"),
        "pause": _("Pause"),
        "copied": _("Link copied."),
        "no_moves": _("The moves could not be loaded. Reload the page."),
        "no_picture": _("The picture could not be loaded. Reload the page."),
        "board": _("Board"),
        "keys": _("Arrow keys move between highlighted places, Enter chooses one, Escape goes back."),
        "zoom_in": _("Zoom in"),
        "zoom_out": _("Zoom out"),
        "legend": _("Legend"),
        "scores": _("Score"),
        "result": _("Result"),
        "turning_point": _("Turning point"),
        "show_on_board": _("Show on the board"),
    }


def _points(words: JsonObject, move: int) -> list[tuple[str, str, list[int]]]:
    points = {source["key"]: [0] * len(words["names"]) for source in words["sources"]}
    for event in (event for one in words["moves"][:move] for event in one["events"]):
        if event["source"] is not None:
            points[event["source"]][event["seat"]] += event["points"]
    return [(source["key"], source["title"], points[source["key"]]) for source in words["sources"]]


def _failure(recording: Recording, game: Game) -> Failure | None:
    report = recording.report
    if report.verdict not in ("rejected", "unreadable"):
        return None
    seat = report.seat
    who = recording.names[seat] if seat is not None and seat < len(recording.names) else ""
    return Failure(
        report.line, code_in_words(LANGUAGE, report.code or ""), sentence(report.message), who, _allowed(game)
    )


def _allowed(game: Game) -> list[str]:
    """Some of what is allowed in the last position."""
    if game.state.to_move == CHANCE:
        return [sentence(game.due)]
    actions = islice(game.state.legal_actions(), MOST_ALLOWED + 1)
    texts = [sentence(game.game.told(game.components, action)) for action in actions]
    return [*texts[:MOST_ALLOWED], "…"] if len(texts) > MOST_ALLOWED else texts
