"""GAMELOG, "Verdicts": one small log for each, and what its report says."""

from __future__ import annotations

from engine.babylonia.refusals import REASONS
from engine.log.replay import replay
from tests.cases import each
from tests.engine.logs_by_hand import (
    EXAMPLES,
    START,
    Words,
    draw,
    header,
    log,
    place,
    rejected,
    result,
    score,
    stop,
    switched,
    take,
    to_the_choice_of_a_site,
    turn,
    verdict,
    with_card,
    words_of,
)

HIDDEN = [header(chance="hidden")]
GAME = words_of(EXAMPLES["p2-base-007"])
CLAIM: Words = {"end": "cities", "scores": [55, 74], "winners": [1]}


def places(seat: int, text: str) -> list[Words]:
    return [place(seat, where) for where in text.split()]


OUT_OF_TURN = {
    "a placement": [*START, place(1, "F0313")],
    "a stop": [*START, place(0, "F0313"), stop(1)],
    "a seat that nobody sits at": [*START, place(2, "F0313")],
    "a negative seat": [*START, stop(-1)],
    "another negative seat": [*START, stop(-2)],
    "the card of another seat": [*to_the_choice_of_a_site(), score(1, "0103"), take(1, 1)],
    "the site of another seat": [*to_the_choice_of_a_site(), score(0, "0103")],
    "with hidden chance": [*HIDDEN, place(1, "F0313")],
}


@each("case", OUT_OF_TURN)
def test_out_of_turn(case: str) -> None:
    report = rejected(OUT_OF_TURN[case])
    assert (report.verdict, report.code) == ("rejected", "out_of_turn")
    assert report.reason is not None
    assert report.reason.endswith(": it is not this seat's turn")


ILLEGAL: dict[str, list[list[Words]]] = {
    "this action is not possible now": [
        [*START, score(0, "0822")],
        [*START, take(0, 1)],
        [*START, {"seat": 0, "do": "extra_turn", "use": True}],
        [*to_the_choice_of_a_site(), stop(1)],
        [*to_the_choice_of_a_site(), place(1, "F0313")],
        [*to_the_choice_of_a_site(), score(1, "0103"), score(0, "0822")],
        [*to_the_choice_of_a_site(), score(1, "0103"), stop(0)],
    ],
    "this hex does not exist": [[*START, place(0, f"F{name}")] for name in ("9999", "", "0812 ", "٠٨١٢", "0001")],
    "this token does not exist": [
        [*START, {"seat": 0, "do": "place", "token": token, "hex": "0313"}] for token in ("king", "", "Farmer", "F")
    ],
    "the hex is out of play with this number of players": [[*START, place(0, "F0901")]],
    "a token stands on the hex": [
        [*START, *turn(0, "F0313", "F"), place(1, "F0313")],
        [*START, *turn(0, "F0313", "F"), place(1, "F0315"), place(1, "M0315")],
    ],
    "a ziggurat stands on the hex": [[*START, place(0, "F0812")]],
    "a city lies on the hex": [[*START, place(0, "F0822")]],
    "a noble goes on a farm only with card 6": [[*with_card(5, "MMOOP"), place(0, "M0006")]],
    "with card 4 or 5 no noble goes on a farm (house rule “Card 6 together with cards 4 and 5”)": [
        [*with_card(6, "MMOOP", switched(card6_with_cards_4_5=False)), *places(0, "M0313 O0315 P0006")],
    ],
    "a farmer on a farm needs a token of the player next to it": [
        [*START, place(0, "F0422")],
        [*START, *turn(0, "F0420", "F"), place(1, "F0422")],
        [*START, *turn(0, "F0513", "F"), place(1, "F0412"), place(1, "F0303")],
    ],
    "the rack does not hold this token": [
        [START[0], draw(0, "FFFFF"), draw(1, "FFFFF"), place(0, "M0313")],
        [START[0], draw(0, "FFFFF"), draw(1, "FMOPP"), *turn(0, "F0313", "F"), place(1, "M0315"), place(1, "M0319")],
    ],
    "only a river token of a log with hidden chance may be unknown": [
        [*START, place(0, "U0206")],
        [*START, place(0, "U0313")],
        [*HIDDEN, place(0, "U0313")],
    ],
    "no further token may be placed this turn": [
        [*START, *places(0, "F0313 F0315")],
        [*START, *turn(0, "F0313", "F"), *places(1, "F0315 F0319 M0402")],
    ],
    "a turn of more than two tokens uses no river hex": [
        [*with_card(1, "FFFOO"), *places(0, "F0313 F0206 F0315")],
        [*with_card(1, "FFFOO"), *places(0, "F0313 F0315 F0206")],
        [*with_card(4, "MOPOO"), *places(0, "M0313 O0206 P0315")],
        [*with_card(5, "FFFOO"), *places(0, "F0313 F0315 F0319 O0206")],
    ],
    "these nobles and farmers cannot be placed in the same turn": [
        [*with_card(1, "FFMOP"), *places(0, "F0313 F0315 M0319")],
        [*with_card(1, "FFMOP"), *places(0, "F0313 M0315 F0319")],
        [*with_card(4, "FFMOP"), *places(0, "M0313 O0315 F0319")],
        [*with_card(5, "FFFMO"), *places(0, "F0313 F0315 F0319 M0402 O0404")],
    ],
    "three nobles in one turn need card 4": [[*with_card(5, "MOPFF"), *places(0, "M0313 O0315 P0319")]],
    "the nobles of card 4 are of three different kinds": [
        [*with_card(4, "MMOPP"), *places(0, "M0313 M0315 O0319")],
        [*with_card(4, "MMOPP"), *places(0, "M0313 O0315 M0319")],
        [*with_card(4, "MMOPP"), *places(0, "M0313 O0315 P0319 P0402")],
    ],
    "the noble of card 5 comes last (house rule “When card 5's noble is placed”)": [
        [*with_card(5, "FFFMM", switched(card5_noble_position="last")), *places(0, "M0313 F0315 F0319")],
        [*with_card(5, "FFFMM", switched(card5_noble_position="last")), *places(0, "F0313 F0315 M0319")],
    ],
    "with the tokens in the rack the turn could not be completed to an allowed set": [
        [*with_card(5, "FFMMM"), *places(0, "M0313 F0315 F0319")],
        [*with_card(5, "FFMMM"), *places(0, "F0313 F0315 M0319")],
    ],
    "the tokens placed this turn are not yet an allowed set": [
        [*START, stop(0)],
        [*START, *turn(0, "F0313", "F"), stop(1)],
        [*START, *turn(0, "F0313", "F"), place(1, "F0315"), stop(1)],
        [*with_card(5, "FFFMM"), *places(0, "M0313 F0315 F0319"), stop(0)],
    ],
    "no unscored site surrounded this turn lies there": [
        [*to_the_choice_of_a_site(), score(1, name)] for name in ("0218", "0909", "0002", "9999", "")
    ]
    + [[*to_the_choice_of_a_site(), score(1, "0822"), score(1, "0822")]],
    "the card is not on offer": [
        [*to_the_choice_of_a_site(), score(1, "0103"), take(0, card)] for card in (0, 8, 9, 10, -1, 10**20)
    ],
}


@each("why", ILLEGAL)
def test_illegal_action(why: str) -> None:
    for lines in ILLEGAL[why]:
        report = rejected(lines)
        assert (report.verdict, report.code) == ("rejected", "illegal_action"), report.reason
        assert report.reason is not None
        assert report.reason.endswith(f": {why}"), lines[-1]
        assert report.seat == lines[-1]["seat"]


BAD_CHANCE: dict[str, list[list[Words]]] = {
    "a draw is due first": [
        [START[0], place(0, "F0313")],
        [*START[:2], place(0, "F0313")],
        [*START[:2], place(1, "F0313")],
        [START[0], stop(-1)],
        [START[0], take(0, 1)],
        [START[0], place(9, "F0313")],
        [*START, *turn(0, "F0313"), place(1, "F0315")],
        [*START, *turn(0, "F0313"), stop(-1)],
        [*to_the_choice_of_a_site(), score(1, "0822"), score(1, "0103"), take(0, 3), place(0, "M0313")],
    ],
    "no draw is due now": [
        [*START, draw(0, "F")],
        [*START, draw(1, "F")],
        [*START, place(0, "F0313"), draw(0, "F")],
        [*START, *turn(0, "F0313", "F"), draw(0, "F")],
        [*to_the_choice_of_a_site(), draw(1, "FF")],
    ],
    "another seat must draw": [
        [START[0], draw(1, "FFFFF")],
        [*START[:2], draw(0, "FFFFF")],
        [START[0], draw(-1, "FFFFF")],
        [START[0], draw(2, "FFFFF")],
        [*START, *turn(0, "F0313"), draw(1, "F")],
    ],
    "the number of tokens drawn is wrong": [
        [START[0], draw(0, "")],
        [START[0], draw(0, "FFFF")],
        [START[0], draw(0, "FFFFFF")],
        [START[0], draw(0, "F" * 1_000)],
        [*START, *turn(0, "F0313"), draw(0, "FF")],
    ],
    "the pool does not hold these tokens": [
        [*START[:2], draw(1, "FFMOP"), *turn(0, "M0313", "M"), *turn(1, "F0315 F0319", "FF"),
         *turn(0, "M0206 O0307", "MM"), *turn(1, "F0402 F0404", "FF"), *turn(0, "M0412 M0416"), draw(0, "MM"),
         *turn(1, "F0707 F0808", "FF"), *turn(0, "M0618 M0620"), draw(0, "MM")],
    ],
    "this token does not exist": [
        [START[0], {"chance": "draw", "seat": 0, "tokens": ["farmer"] * 4 + [token]}]
        for token in ("king", "unknown", "", "F")
    ],
    "a log with hidden chance has no draws": [
        [*HIDDEN, draw(0, "FFFFF")],
        [*HIDDEN, draw(1, "FFFFF")],
        [*HIDDEN, place(0, "F0313"), stop(0), draw(0, "F")],
        [*HIDDEN, place(0, "F0313"), stop(0), draw(0, "")],
        [*HIDDEN, place(0, "F0313"), stop(0), draw(0, "U")],
    ],
}  # fmt: skip


@each("why", BAD_CHANCE)
def test_bad_chance(why: str) -> None:
    for lines in BAD_CHANCE[why]:
        report = rejected(lines)
        assert (report.verdict, report.code) == ("rejected", "bad_chance"), lines[-1]
        assert report.reason is not None
        assert report.reason.endswith(f": {why}"), lines[-1]


def test_every_reason_of_the_rules_has_a_log_here() -> None:
    reasons = {str(text).removeprefix("%(action)s: ") for text in REASONS.catalogue.values()}
    assert reasons == {*ILLEGAL, *BAD_CHANCE, "it is not this seat's turn", "the game is over"}


def test_a_broken_line_is_unreadable_wherever_it_stands() -> None:
    over = len(GAME)
    for number in (1, 2, 3, 4, 50, over - 1, over):
        for bad in (b"nonsense", b"{}", b'{"seat":0,"do":"pass"}', b'{"result":{}}', b'{"chance":"roll","seat":0}'):
            assert verdict(log(*GAME[:number], bad, *GAME[number:])) == ("unreadable", "bad_line", number + 1)


@each(
    "words",
    [
        {"do": "stop"},
        {"seat": None, "do": "stop"},
        {"seat": "0", "do": "stop"},
        {"seat": [0], "do": "stop"},
        {"seat": 0},
        {"seat": 0, "do": None},
        {"seat": 0, "do": ["stop"]},
        {"seat": 0, "do": {}},
        {"seat": 0, "do": "Stop"},
        {"seat": 0, "do": "draw"},
        {"seat": 0, "do": "stop", "hex": "0313"},
        {"seat": 0, "do": "place", "token": "farmer"},
        {"seat": 0, "do": "place", "hex": "0313"},
        {"seat": 0, "do": "place", "token": 0, "hex": "0313"},
        {"seat": 0, "do": "place", "token": "farmer", "hex": 313},
        {"seat": 0, "do": "place", "token": "farmer", "hex": ["0313"]},
        {"seat": 0, "do": "place", "token": "farmer", "hex": "0313", "note": ""},
        {"seat": 0, "do": "score"},
        {"seat": 0, "do": "score", "hex": None},
        {"seat": 0, "do": "take"},
        {"seat": 0, "do": "take", "card": "1"},
        {"seat": 0, "do": "extra_turn"},
        {"seat": 0, "do": "extra_turn", "use": "true"},
        {"chance": "draw", "seat": 0},
        {"chance": "draw", "tokens": []},
        {"chance": "draw", "seat": 0, "tokens": "farmer"},
        {"chance": "draw", "seat": 0, "tokens": [1]},
        {"chance": "draw", "seat": 0, "tokens": [["farmer"]]},
        {"chance": "draw", "seat": 0, "tokens": {"farmer": 5}},
        {"chance": "draw", "seat": 0, "tokens": ["farmer"] * 5, "do": "draw"},
        {"chance": "shuffle", "seat": 0, "tokens": ["farmer"] * 5},
        {"chance": ["draw"], "seat": 0, "tokens": ["farmer"] * 5},
        {"chance": None},
        {"result": None},
        {"result": []},
        {"result": {}},
        {"result": CLAIM, "seat": 0},
        {"result": {**CLAIM, "places": [2, 1]}},
        {"result": {"end": "cities", "scores": [0, 0]}},
        {"result": {**CLAIM, "end": None}},
        {"result": {**CLAIM, "end": ["cities"]}},
        {"result": {**CLAIM, "scores": {"0": 55, "1": 74}}},
        {"result": {**CLAIM, "scores": ["55", "74"]}},
        {"result": {**CLAIM, "winners": 1}},
        {"result": {**CLAIM, "sources": {}}},
        {"result": {**CLAIM, "sources": [[], []]}},
        {"result": {**CLAIM, "sources": [{"ziggurat": "1"}, {}]}},
        {"result": {**CLAIM, "sources": None}},
    ],
)
def test_words_of_no_known_shape_are_a_bad_line(words: Words) -> None:
    for lines in ([header()], START, HIDDEN, GAME[:-1], GAME):
        report = rejected([*lines, words])
        assert (report.verdict, report.code) == ("unreadable", "bad_line")


# The end


def test_nothing_follows_the_end_of_the_game() -> None:
    over = GAME[:-1]
    assert verdict(log(*over)) == ("verified", None, None)
    for words in (
        stop(0),
        stop(1),
        stop(7),
        stop(-1),
        stop(-2),
        place(1, "F0313"),
        draw(0, "F"),
        draw(-2, ""),
        take(0, 1),
        score(0, "0822"),
        {"seat": -2, "do": "extra_turn", "use": False},
    ):
        report = rejected([*over, words])
        assert (report.verdict, report.code) == ("rejected", "after_end"), words
        assert (report.scores, report.winners, report.places) == ([55, 74], [1], [2, 1])
        assert report.legal == []


def test_nothing_follows_the_result_line() -> None:
    for words in (stop(0), draw(0, "F"), GAME[-1], result(**{**CLAIM, "scores": [1, 2]})):
        report = rejected([*GAME, words])
        assert (report.verdict, report.code) == ("rejected", "after_end"), words
        assert report.scores == [55, 74]
    assert verdict(log(*GAME, stop(0), b"nonsense")) == ("rejected", "after_end", len(GAME) + 1)


def test_a_finished_game_without_a_result_line_is_verified() -> None:
    for stem, data in EXAMPLES.items():
        with_claim, without = replay(data), replay(log(*words_of(data)[:-1]))
        assert without == with_claim, stem
        assert (without.verdict, without.line, without.seat, without.reason, without.claim) == (
            "verified", None, None, None, None,
        )  # fmt: skip


def sources_of(data: bytes) -> list[dict[str, int]]:
    return replay(data).sources


WRONG_CLAIMS: dict[str, list[Words]] = {
    "end": [{"end": "rack_empty"}, {"end": "cities+rack_empty"}, {"end": ""}, {"end": "conceded"}],
    "scores": [{"scores": [55, 75]}, {"scores": [74, 55]}, {"scores": [55]}, {"scores": []}, {"scores": [55, 74, 0]},
               {"scores": [-55, 74]}],
    "winners": [{"winners": [0]}, {"winners": []}, {"winners": [0, 1]}, {"winners": [1, 1]}, {"winners": [2]}],
    "sources": [{"sources": []}, {"sources": [{}, {}]}, {"sources": [{}]}],
}  # fmt: skip


@each("field", WRONG_CLAIMS)
def test_a_claim_that_differs_is_shown_with_the_truth(field: str) -> None:
    for change in WRONG_CLAIMS[field]:
        claim = {**CLAIM, **change}
        report = rejected([*GAME[:-1], result(**claim)])
        assert (report.verdict, report.code) == ("rejected", "result_mismatch")
        assert report.claim == claim
        assert (report.end, report.scores, report.winners, report.places) == ("cities", [55, 74], [1], [2, 1])
        assert report.reason is not None
        assert report.reason.startswith(f"the result line says {field} ")
        assert "the replay says" in report.reason
        assert report.legal == []


def test_sources_are_complete_and_without_zeros() -> None:
    for data in EXAMPLES.values():
        *lines, last = words_of(data)
        right = sources_of(data)
        claim = {**last["result"], "sources": right}
        assert verdict(log(*lines, result(**claim)))[0] == "verified"
        assert verdict(log(*lines, result(**{**claim, "deal": {"secret": "00"}})))[0] == "verified"
        mixed = [dict(reversed(seat.items())) for seat in right]
        assert verdict(log(*lines, result(**{**claim, "sources": mixed})))[0] == "verified", "keys have no order"
        unused = next(name for name in ("card1", "card7", "city_nobles_cards8_9", "king") if name not in right[0])
        used = next(iter(right[0]))
        more = {**right[0], unused: 0}
        fewer = {name: points for name, points in right[0].items() if name != used}
        other = {**right[0], used: right[0][used] + 1}
        for wrong in (more, fewer, other):
            report = replay(log(*lines, result(**{**claim, "sources": [wrong, *right[1:]]})))
            assert (report.verdict, report.code) == ("rejected", "result_mismatch")
            assert report.sources == right
        swapped = [right[1], right[0], *right[2:]]
        assert verdict(log(*lines, result(**{**claim, "sources": swapped})))[1] == "result_mismatch"


def test_a_result_before_the_end_is_a_mismatch() -> None:
    for number in (1, 2, 3, 4, 60, len(GAME) - 2):
        report = rejected([*GAME[:number], GAME[-1]])
        assert (report.verdict, report.code) == ("rejected", "result_mismatch")
        assert report.reason is not None
        assert report.reason.startswith("the game is not over: ")
        assert report.claim == GAME[-1]["result"]
        assert report.winners == report.places == []
        assert report.end is None
