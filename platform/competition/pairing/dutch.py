"""Strict FIDE Dutch for two seats, by the library caissify-pairings (C.04.3 in the version of February 2026).

The library is young, so only `_ask` knows it, and it need not be installed until somebody asks for this system. It gets
the history in FIDE's terms, and what it answers is checked against the absolute criteria C1 to C3 before anybody sees
it. It says who meets whom; colours are given here, because version 0.5 takes the lower pairing number for the higher
ranked of two players even where the other has more points.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import combinations

from competition.invalid_config import InvalidConfig
from competition.pairing.blossom import NOBODY, cheapest_matching
from competition.records import RoundInput, pair_of
from competition.seeded_draw import draw_number
from competition.trf.codes import bye_share, points_of_a_win, table_codes
from competition.trf.values import PLAYED, POINTS
from engine.message import Message

MOST_OFFERED = 64
"""Up to so many players the system can be chosen: a round takes the library about a second on one core.

Nearly all of it goes into some seventy matchings among everybody, in Python: 60 players take up to 0.9 seconds, 80 two
and 100 more than four, and a busy machine two or three times as long.
"""

MOST_PLAYERS = 100
"""Up to so many players are paired: an event that has begun may grow, or be older than `MOST_OFFERED`."""

WHITE, BLACK = "white", "black"
UNKNOWN_RESULT = Decimal("0.5")
"""A result that is still out counts as a draw for the pairing (TRF26, tag 162, code X)."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Line:
    """What FIDE's rules look at, for one player before the round."""

    number: int
    rating: int
    score: Decimal = Decimal(0)
    colours: list[str] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)
    byes: int = 0
    forfeit_wins: int = 0

    @property
    def balance(self) -> int:
        """Games with white minus games with black."""
        counts = Counter(self.colours)
        return counts[WHITE] - counts[BLACK]

    def may_have(self, colour: str) -> bool:
        """Whether this colour neither comes a third time running nor makes a colour difference of three."""
        if self.colours[-2:] == [colour, colour]:
            return False
        return abs(self.balance + (1 if colour == WHITE else -1)) <= 2

    @property
    def preference(self) -> tuple[int, str]:
        """How strong the colour preference is (3 absolute, 2 strong, 1 mild, 0 none), and for which (C.04.3, 1.7)."""
        if not self.colours:
            return 0, ""
        last = self.colours[-1]
        if abs(self.balance) > 1:
            return 3, BLACK if self.balance > 0 else WHITE
        if self.colours[-2:] == [last, last]:
            return 3, _other(last)
        if self.balance:
            return 2, BLACK if self.balance > 0 else WHITE
        return 1, _other(last)

    @property
    def may_have_bye(self) -> bool:
        """C2: no second bye, and none after a win without a game."""
        return not self.byes and not self.forfeit_wins


def pair_dutch(
    field: RoundInput, bye_points: Decimal, rounds: int | None = None
) -> tuple[list[tuple[int, int]], int | None]:
    """Pairs as (white, black), best table first, and who has the bye. White is the first seat.

    Seeds are the pairing numbers. Results count by place (1, 0.5, 0), forfeits and byes as FIDE says. `rounds` is the
    planned number of rounds: in the last one, players with more than half of the points may break the rules for
    colours. Penalties and discouraged pairs do not count; forbidden pairs never meet. Raises InvalidConfig if there are
    too many players or no pairing is allowed.
    """
    active = [competitor.id for competitor in field.active()]
    if len(active) > MOST_PLAYERS:
        raise InvalidConfig(Message("dutch.too_many_players", {"most": MOST_PLAYERS, "players": len(active)}))
    if any(len(table.seats) != 2 for table in field.tables if not table.is_bye):
        raise InvalidConfig(Message("config.dutch_needs_duels"))
    lines, met = _history(field, bye_points)
    last = rounds is not None and field.round >= rounds
    allowed = _allowed(active, lines, met | field.forbidden, _top_scorers(lines, field.round) if last else set())
    if not _completable(active, lines, allowed):
        raise InvalidConfig(Message("dutch.no_legal_pairing"))
    answer = _ask(field, active, lines, met | field.forbidden, last)
    pairs = [(white, black) for white, black in answer if black is not None]
    byes = [white for white, black in answer if black is None]
    if (
        sorted([player for pair in pairs for player in pair] + byes) != sorted(active)
        or len(byes) > 1
        or any(pair_of(*pair) not in allowed for pair in pairs)
        or any(not lines[player].may_have_bye for player in byes)
    ):
        raise InvalidConfig(Message("dutch.none_found"))
    first = _first_colour(field, lines)
    pairs = [pair if _has_white(lines[pair[0]], lines[pair[1]], first) else pair[::-1] for pair in pairs]
    return pairs, byes[0] if byes else None


def _has_white(one: _Line, other: _Line, first: str) -> bool:
    """Whether `one` gets white against `other` (C.04.3, 5.2). `first` is the colour of odd numbers in round 1."""
    (strength, colour), (strength_of_other, colour_of_other) = one.preference, other.preference
    if colour and colour_of_other and colour != colour_of_other:
        return colour == WHITE
    if strength != strength_of_other:
        stronger = colour if strength > strength_of_other else _other(colour_of_other)
        return stronger == WHITE
    if strength == 3 and abs(one.balance) != abs(other.balance):
        return (colour == WHITE) == (abs(one.balance) > abs(other.balance))
    for latest, latest_of_other in zip(reversed(one.colours), reversed(other.colours), strict=False):
        if latest != latest_of_other:
            return latest == BLACK
    one_is_higher = (-one.score, one.number) < (-other.score, other.number)
    higher = one if one_is_higher else other
    wanted = higher.preference[1] or (first if higher.number % 2 else _other(first))
    return (wanted == WHITE) == one_is_higher


def _other(colour: str) -> str:
    return BLACK if colour == WHITE else WHITE


def _history(field: RoundInput, bye_points: Decimal) -> tuple[dict[int, _Line], frozenset[tuple[int, int]]]:
    """Everybody's line, and who has played whom. A game that was not played leaves no colour and no opponent."""
    by_seed = sorted(field.competitors, key=lambda competitor: competitor.seed)
    lines = {c.id: _Line(number, c.rating or 0) for number, c in enumerate(by_seed, start=1)}
    win = points_of_a_win(field.tables, bye_points)
    met = set()
    for number in range(1, field.round):
        before = {player: line.score for player, line in lines.items()}
        for table in field.tables:
            if table.round != number:
                continue
            players = [seat.competitor for seat in table.seats]
            codes = table_codes(replace(table, confirmed=True) if table.is_bye else table, win)
            if set(codes) <= PLAYED | {" "}:
                met.add(pair_of(*players))
                _count_game(lines, players, codes, before)
            else:
                for player, code in zip(players, codes, strict=True):
                    _count_unplayed(lines[player], code, bye_share(table, win) if code == "U" else POINTS[code])
        for line in lines.values():
            line.floats += ["none"] * (number - len(line.floats))
    return lines, frozenset(met)


def _count_unplayed(line: _Line, code: str, points: Decimal) -> None:
    """A bye or a forfeit. FIDE C.04.3, 1.4: an unplayed round that is worth more than a loss is a downfloat."""
    line.score += points
    line.byes += code in "UF"
    line.forfeit_wins += code == "+"
    line.floats.append("down" if points else "none")


def _count_game(
    lines: dict[int, _Line], players: Sequence[int], codes: Sequence[str], before: dict[int, Decimal]
) -> None:
    """Points, colours and floats of a game. `before` are the scores before the round."""
    for player, code in zip(players, codes, strict=True):
        lines[player].score += POINTS.get(code, UNKNOWN_RESULT)
    for player, opponent, colour in zip(players, reversed(players), (WHITE, BLACK), strict=True):
        lines[player].colours.append(colour)
        gap = before[player] - before[opponent]
        lines[player].floats.append("down" if gap > 0 else "up" if gap < 0 else "none")


def _top_scorers(lines: dict[int, _Line], number: int) -> set[int]:
    """Who has more than half of the points that could be had before the last round."""
    return {player for player, line in lines.items() if line.score > Decimal(number - 1) / 2}


def _allowed(
    active: Sequence[int], lines: dict[int, _Line], apart: frozenset[tuple[int, int]], top: set[int]
) -> set[tuple[int, int]]:
    """The pairs that C1 and C3 allow: not met, not forbidden, and one of them can have white."""
    return {
        pair_of(one, other)
        for one, other in combinations(active, 2)
        if pair_of(one, other) not in apart and (one in top or other in top or _colours_fit(lines[one], lines[other]))
    }


def _colours_fit(one: _Line, other: _Line) -> bool:
    return (one.may_have(WHITE) and other.may_have(BLACK)) or (one.may_have(BLACK) and other.may_have(WHITE))


def _completable(active: Sequence[int], lines: dict[int, _Line], allowed: set[tuple[int, int]]) -> bool:
    """Whether everybody can be paired at all. The library would search for it without an end."""
    nodes = {player: node for node, player in enumerate(active)}
    edges = [(nodes[one], nodes[other], 0) for one, other in allowed]
    if len(active) % 2:
        edges += [(nodes[player], len(active), 0) for player in active if lines[player].may_have_bye]
    return NOBODY not in cheapest_matching(len(active) + len(active) % 2, edges)


def _ask(
    field: RoundInput, active: Sequence[int], lines: dict[int, _Line], apart: frozenset[tuple[int, int]], last: bool
) -> list[tuple[int, int | None]]:
    """The library's pairing. A fault in it must not end the event, so it becomes a refusal."""
    try:
        from caissify_pairings import generate_pairings
    except ModuleNotFoundError:
        raise InvalidConfig(Message("dutch.not_installed")) from None
    players = [
        {
            "id": player,
            "starting_number": lines[player].number,
            "pairing_number": lines[player].number,
            "rating": lines[player].rating,
            "score": float(lines[player].score),
            "color_hist": lines[player].colours,
            "float_history": lines[player].floats or ["none"],
            "bye_count": lines[player].byes,
            "forfeit_win_count": lines[player].forfeit_wins,
        }
        for player in active
    ]
    # In round 1 the library only halves the field; as a second round without a history it heeds forbidden pairs.
    number = max(field.round, 2) if apart else field.round
    try:
        answer = generate_pairings(
            "dutch",
            players,
            set(apart),
            number,
            number if last else number + 1,
        )
        return [(line["white_id"], line["black_id"]) for line in answer]
    except Exception:
        logger.exception("caissify-pairings failed in round %s", field.round)
        raise InvalidConfig(Message("dutch.failed")) from None


def _first_colour(field: RoundInput, lines: dict[int, _Line]) -> str:
    """The colour of odd pairing numbers in round 1: as round 1 was played, before it by lot."""
    first = [table.seats for table in field.tables if table.round == 1 and len(table.seats) == 2]
    if not first:
        return (WHITE, BLACK)[draw_number(field.lot, "first colour") % 2]
    number, colour = min(
        (lines[seat.competitor].number, colour)
        for seats in first
        for seat, colour in zip(seats, (WHITE, BLACK), strict=True)
    )
    return colour if number % 2 else _other(colour)
