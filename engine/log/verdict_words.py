"""A verdict in plain words: what it means, what it does not prove, and where a log fails.

The server and the browser's worker say it with the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.for_people import ForPeople
from engine.game import JsonObject
from engine.log.header import origin_of
from engine.message import Message, Plural
from engine.registry import GAMES
from engine.sentence import Template, Templates

templates = Templates("verdict")


TEXTS: dict[str, tuple[Template, Template, Template]] = {
    "verified": (
        templates("verified", "Verified"),
        templates(
            "verified_meaning",
            "All actions of this game are legal, and the result follows from them.",
        ),
        templates(
            "verified_limits",
            "This does not prove who sat at the table or that the game was really played: only that this log is "
            "a complete and legal game with these scores.",
        ),
    ),
    "unfinished": (
        templates("unfinished", "Unfinished"),
        templates(
            "unfinished_meaning",
            "All actions so far are legal, but the game is not over and the log has no result.",
        ),
        templates(
            "unfinished_limits",
            "This does not say who would have won. If the game was conceded or timed out, the organiser decides.",
        ),
    ),
    "unreadable": (
        templates("unreadable", "Unreadable"),
        templates(
            "unreadable_meaning", "This file is not a game log that Nabu can read, or one of its lines is damaged."
        ),
        templates(
            "unreadable_limits",
            "This says nothing about the game. Check that you sent the right file.",
        ),
    ),
    "rejected": (
        templates("rejected", "Rejected"),
        templates(
            "rejected_meaning",
            "This game breaks the rules at the line shown below. Everything before it is legal.",
        ),
        templates(
            "rejected_limits",
            "This does not say who made the mistake: a typing error in the log looks the same as a wrong move.",
        ),
    ),
    "set_is_missing": (
        templates("set_is_missing", "Rejected"),
        templates(
            "set_is_missing_meaning",
            "This game cannot be replayed yet: its log names a component set that is not built in.",
        ),
        templates("set_is_missing_limits", "This says nothing about the game."),
    ),
    "game_is_unknown": (
        templates("game_is_unknown", "Unknown game"),
        templates(
            "game_is_unknown_meaning",
            "Nabu does not know the game that this log names, so it cannot be replayed.",
        ),
        templates("game_is_unknown_limits", "This says nothing about the game."),
    ),
}
"""Title, meaning and limits by verdict. `set_is_missing`: where the reader can bring the component set along.
`game_is_unknown`: where the verdict is "rejected" because there is no such game."""

OTHER_RULES = templates(
    "other_rules",
    "The log names rules version %(log)s. This engine has version %(engine)s and judges every log by it.",
)

PLAYED_ON = templates(
    "played_on",
    Plural(
        "Played on from another game, after its first %(count)s move. It never counts.",
        "Played on from another game, after its first %(count)s moves. It never counts.",
    ),
)

SIGNS = {
    "verified": ("green", "✓"),
    "unfinished": ("yellow", "…"),
    "unreadable": ("red", "✗"),
    "rejected": ("red", "✗"),
    "set_is_missing": ("yellow", "!"),
    "game_is_unknown": ("yellow", "!"),
}
"""The colour of the badge, and its sign for those who see no colours."""

CODES = {
    "not_a_log": templates("not_a_log", "The file is not a game log."),
    "too_large": templates("too_large", "The file is too large for a game log."),
    "bad_line": templates("bad_line", "A line cannot be read."),
    "bad_setup": templates("bad_setup", "The game, its rules or its setup are unknown or not allowed."),
    "out_of_turn": templates("out_of_turn", "A player acted out of turn."),
    "illegal_action": templates("illegal_action", "The action was not legal at that moment."),
    "bad_chance": templates("bad_chance", "A draw is missing, not due, or impossible."),
    "after_end": templates("after_end", "The log continues after the end of the game."),
    "result_mismatch": templates("result_mismatch", "The result in the log does not match its actions."),
}
"""What a rejection code means, in one sentence."""


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """A verdict in one language. `tone` is the colour of the badge (green, yellow, red, blue), `icon` its sign."""

    title: str
    meaning: str
    limits: str
    tone: str
    icon: str


def words_of_verdict(language: ForPeople, verdict: str) -> VerdictWords:
    """What a verdict (or another key of `TEXTS`) means and what it does not prove."""
    title, meaning, limits = (language.render(text().message) for text in TEXTS[verdict])
    return VerdictWords(title, meaning, limits, *SIGNS[verdict])


def verdict_in_words(language: ForPeople, report: Mapping[str, Any]) -> JsonObject:
    """What a page says about a report (the JSON of `Report.to_json`) beside its reason."""
    verdict = "game_is_unknown" if names_unknown_game(report.get("header")) else report["verdict"]
    return {
        "words": asdict(words_of_verdict(language, verdict)),
        "remark": " ".join(filter(None, _remarks(language, report.get("header")))),
        "code_words": code_in_words(language, report.get("code") or ""),
        "legal": legal_in_words(language, report),
        "failing_seat": failing_seat(report),
        "scores": score_table(language, report),
    }


def code_in_words(language: ForPeople, code: str) -> str:
    """What a rejection code means; empty for no code."""
    return language.render(CODES[code].message()) if code in CODES else ""


def legal_in_words(language: ForPeople, report: Mapping[str, Any]) -> list[str]:
    """Some of what would have been allowed; as the log says it where a report has no messages for it."""
    said = report.get("legal_messages")
    return report["legal"] if said is None else [language.render(Message.from_json(each)) for each in said]


def failing_seat(report: Mapping[str, Any]) -> str:
    """The name of the player whose line failed, as the log has it; empty if there is none."""
    if not report.get("header") or report.get("seat") is None:
        return ""
    seats: list[str] = report["header"]["seats"]
    return seats[report["seat"]] if report["seat"] < len(seats) else ""


def names_unknown_game(header: Mapping[str, Any] | None) -> bool:
    """Whether the header of a log names a game that there is not."""
    return header is not None and header["game"] not in GAMES


def _remarks(language: ForPeople, header: Mapping[str, Any] | None) -> list[str]:
    origin = origin_of(header.get("meta")) if header else None
    played_on = language.render(PLAYED_ON.message(count=origin.moves)) if origin else ""
    return [played_on, remark_on_rules(language, header)]


def remark_on_rules(language: ForPeople, header: Mapping[str, Any] | None) -> str:
    """That a log names another version of the rules than there is; empty if it does not."""
    game = GAMES.get(header["game"]) if header else None
    said = header.get("rules") if header else None
    if game is None or said in (None, game.rules_version):
        return ""
    return language.render(OTHER_RULES.message(log=said, engine=game.rules_version))


def names_missing_set(header: Mapping[str, Any] | None) -> bool:
    """Whether the header of a log names a component set by its digest that is not built in."""
    game = GAMES.get(header["game"]) if header else None
    if game is None or header is None:
        return False
    return header.get("components_sha256") is not None and header["components"] not in game.component_sets


def score_table(language: ForPeople, report: Mapping[str, Any]) -> JsonObject | None:
    """The scores as a table: `rows` are a source's title and the points by seat, `totals` their sums, `places` empty
    unless the game is over. None where no game was begun.

    Sources stand in the game's own order; those in which nobody scored are left out.
    """
    header, scores, sources = report.get("header"), report.get("scores"), report.get("sources")
    if not header or not scores or not sources or header["game"] not in GAMES:
        return None
    rows = [
        [language.text(source.title), [by_source.get(source.key, 0) for by_source in sources]]
        for source in GAMES[header["game"]].sources
        if any(by_source.get(source.key, 0) for by_source in sources)
    ]
    return {
        "seats": list(header["seats"]),
        "rows": rows,
        "totals": list(scores),
        "places": list(report.get("places") or []),
    }
