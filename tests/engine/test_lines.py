"""GAMELOG, "Bytes": what a file and a line may be, each limit at its edge."""

from __future__ import annotations

import json
import sys
from types import FrameType

import pytest

from engine.log.lines import MOST_BYTES, MOST_HEADER_BYTES, MOST_LINE_BYTES, MOST_LINES
from engine.log.replay import replay
from engine.simulate import simulate_game
from tests.cases import each
from tests.engine.logs_by_hand import EXAMPLES, START, draw, header, line, log, place, stop, verdict

GAME = EXAMPLES["p2-base-007"]
LINES = GAME.splitlines()
VERIFIED = ("verified", None, None)


def with_line(number: int, text: bytes) -> bytes:
    """A good log in which this line (counted from 1) reads otherwise."""
    return b"\n".join([*LINES[: number - 1], text, *LINES[number:]]) + b"\n"


def with_header(text: bytes) -> bytes:
    return with_line(1, text)


# Encoding and line ends


def test_lines_end_in_lf_or_crlf_and_the_last_may_lack_its_end() -> None:
    assert verdict(GAME) == VERIFIED
    assert verdict(GAME.removesuffix(b"\n")) == VERIFIED
    crlf = GAME.replace(b"\n", b"\r\n")
    assert verdict(crlf) == VERIFIED
    assert verdict(crlf.removesuffix(b"\r\n")) == VERIFIED
    assert verdict(crlf.removesuffix(b"\n")) == VERIFIED
    mixed = b"".join(text + (b"\r\n" if number % 2 else b"\n") for number, text in enumerate(LINES))
    assert verdict(mixed) == VERIFIED


def test_a_carriage_return_alone_ends_no_line() -> None:
    assert verdict(GAME.replace(b"\n", b"\r")) == ("unreadable", "bad_line", 1)
    assert verdict(with_line(2, LINES[1] + b"\r" + LINES[2])) == ("unreadable", "bad_line", 2)


def test_a_byte_order_mark_makes_it_no_log() -> None:
    assert verdict(b"\xef\xbb\xbf" + GAME) == ("unreadable", "not_a_log", None)
    assert verdict(with_line(3, b"\xef\xbb\xbf" + LINES[2])) == ("unreadable", "bad_line", 3)
    for encoding in ("utf-16", "utf-16-le", "utf-32"):
        assert verdict(GAME.decode().encode(encoding)) == ("unreadable", "not_a_log", 1)


@each("blank", [b"", b" ", b"\t", b"\r"])
def test_blank_lines_are_refused(blank: bytes) -> None:
    assert verdict(blank + b"\n" + GAME)[:2] == ("unreadable", "not_a_log")
    assert verdict(with_line(7, blank)) == ("unreadable", "bad_line", 7)
    assert verdict(GAME + blank + b"\n") == ("unreadable", "bad_line", len(LINES) + 1)


@each(
    "data",
    [
        b"\n",
        b"\r\n",
        b"\0" * 100,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\x1f\x8b\x08\0\0\0\0\0\0\3" + bytes(range(256)),
        b"<html><body>not found</body></html>\n",
        b"hello\n",
        b"[]\n",
        b"1\n",
        b"null\n",
        b"{}\n",
        b'"gamelog"\n',
        b'{"seat":0,"do":"stop"}\n',
        b'[{"gamelog":1}]\n',
        b'{"a":1,"a":2}\n',
        b"\xff{}\n",
    ],
)
def test_other_files_are_not_logs(data: bytes) -> None:
    assert verdict(data) == ("unreadable", "not_a_log", 1)


def test_an_empty_file_is_not_a_log() -> None:
    assert verdict(b"") == ("unreadable", "not_a_log", None)
    assert replay(b"").reason == "the file is empty"


@each("bad", [b"\xff", b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "ä".encode("latin-1")])
def test_text_that_is_not_utf_8_is_a_bad_line(bad: bytes) -> None:
    assert verdict(with_header(line(header(seats=["Ana", "@"])).replace(b"@", bad))) == ("unreadable", "bad_line", 1)
    assert verdict(with_line(4, line(place(0, "F@")).replace(b"@", bad))) == ("unreadable", "bad_line", 4)


def test_any_utf_8_name_is_kept() -> None:
    names = ["Žofie Ωμέγα 李 🏺", "\u202eab\u2028c"]
    report = replay(log(header(seats=names), *START[1:]))
    assert report.verdict == "unfinished"
    assert report.header is not None
    assert report.header.seats == names


# Sizes


def padded(data: bytes, size: int) -> bytes:
    """The same log with blanks behind its lines, so that the file has this size."""
    first, *lines = data.splitlines()
    words = json.loads(first)
    words["meta"] = ""
    words["meta"] = "x" * min(MOST_HEADER_BYTES - len(line(words)), size - len(data))
    lines.insert(0, line(words))
    missing = size - sum(len(text) + 1 for text in lines)
    for number in range(1, len(lines)):
        blanks = min(missing, MOST_LINE_BYTES - len(lines[number]))
        lines[number] += b" " * blanks
        missing -= blanks
    assert missing == 0
    return b"".join(text + b"\n" for text in lines)


def test_four_mebibytes_are_read_and_one_byte_more_is_not() -> None:
    games = (simulate_game("babylonia", 4, "base", ["greedy", "random"], seed) for seed in range(1_000))
    game = next(game for game in games if game.count(b"\n") > 245)
    data = padded(game, MOST_BYTES)
    assert len(data) == 4 * 1024 * 1024
    assert verdict(data) == VERIFIED
    assert verdict(data[:-1] + b" \n") == ("unreadable", "too_large", None)


def test_twenty_thousand_lines_are_read_and_one_more_is_not() -> None:
    assert MOST_LINES == 20_000
    more = [LINES[-1]] * (MOST_LINES - len(LINES))
    data = b"\n".join([*LINES, *more])
    assert verdict(data) == ("rejected", "after_end", len(LINES) + 1)
    assert verdict(data + b"\n") == ("rejected", "after_end", len(LINES) + 1)
    assert verdict(data + b"\n{}") == ("unreadable", "too_large", None)
    assert verdict(b"\n" * (MOST_LINES + 1)) == ("unreadable", "too_large", None)


def test_a_line_has_sixteen_kibibytes_and_not_one_more() -> None:
    assert MOST_LINE_BYTES == 16 * 1024
    text = LINES[4].ljust(MOST_LINE_BYTES)
    assert verdict(with_line(5, text)) == VERIFIED
    assert verdict(with_line(5, text + b"\r")) == VERIFIED, "the line end does not count"
    assert verdict(with_line(5, text + b" ")) == ("unreadable", "too_large", 5)
    assert verdict(with_line(5, b"x" * (MOST_LINE_BYTES + 1))) == ("unreadable", "too_large", 5)


def test_a_header_has_256_kibibytes_and_not_one_more() -> None:
    assert MOST_HEADER_BYTES == 256 * 1024
    text = LINES[0].ljust(MOST_HEADER_BYTES)
    assert verdict(with_header(text)) == VERIFIED
    assert verdict(with_header(text + b" ")) == ("unreadable", "too_large", 1)


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_sixteen_levels_of_nesting_and_not_one_more(opening: str, closing: str) -> None:
    def nested(levels: int) -> bytes:
        inside = opening * levels + "0" + closing * levels
        return line(header(meta=None)).removesuffix(b"}") + b',"meta":' + inside.encode() + b"}"

    assert verdict(with_header(nested(15))) == VERIFIED, "the header itself is the first level"
    assert verdict(with_header(nested(16))) == ("unreadable", "too_large", 1)
    deep = '{"seat":' + opening * 16 + "0" + closing * 16 + ',"do":"stop"}'
    assert verdict(with_line(4, deep.encode())) == ("unreadable", "too_large", 4)
    shallow = deep.replace(opening * 16, opening * 15).replace(closing * 16, closing * 15)
    assert verdict(with_line(4, shallow.encode())) == ("unreadable", "bad_line", 4)


def test_brackets_inside_texts_are_not_nesting() -> None:
    for meta in ("[" * 100, "{" * 100, '\\"[[[[[[[[[[[[[[[[[[[[[[', ["]" * 50, "[" * 50]):
        assert verdict(with_header(line(header(meta=meta)))) == VERIFIED


@each("bomb", [b"[", b'{"a":', b'[{"a":', b'{"\\"[":', b'"["['])
def test_bombs_of_brackets_are_refused(bomb: bytes) -> None:
    for size in (MOST_LINE_BYTES, MOST_HEADER_BYTES):
        text = bomb * (size // len(bomb))
        verdict_of_header, verdict_of_line = verdict(with_header(text)), verdict(with_line(3, text))
        assert verdict_of_header[0] == verdict_of_line[0] == "unreadable"
        assert verdict_of_header[2] == 1
        assert verdict_of_line[2] == 3


def test_a_key_that_stands_twice_among_many_is_found_without_a_search_for_each() -> None:
    keys = ",".join(f'"{number:x}":1' for number in range(25_000))
    text = f'{{"gamelog":1,{keys},"61a7":1}}'.encode()
    assert len(text) <= MOST_HEADER_BYTES
    steps = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal steps
        steps += event == "c_call"

    sys.setprofile(count)
    try:
        report = replay(text)
    finally:
        sys.setprofile(None)
    assert steps < 5_000, "looking for the key that stands twice must not take a search for every key"
    assert (report.verdict, report.code, report.line) == ("unreadable", "bad_line", 1)
    assert report.reason == "the key '61a7' appears twice"


# JSON, strictly


@each(
    "text",
    [
        b"x",
        b"{",
        b"}",
        b"{}",
        b"[]",
        b"null",
        b"true",
        b"0",
        b'"seat"',
        b'{"seat":0,"do":"stop"',
        b'{"seat":0,"do":"stop"}}',
        b'{"seat":0,"do":"stop"}{"seat":0,"do":"stop"}',
        b'{"seat":0,"do":"stop"},',
        b'{"seat":0,"do":"stop",}',
        b"{'seat':0,'do':'stop'}",
        b'{seat:0,"do":"stop"}',
        b'{"seat":0 "do":"stop"}',
        b'{"seat":0,"do":"st\top"}',
        b'{"seat":0,"do":"stop"} // comment',
        b'{"seat":00,"do":"stop"}',
        b'{"seat":+0,"do":"stop"}',
        b'{"seat":0x0,"do":"stop"}',
        b'{"seat":0,"do":"sto\\p"}',
        b'{"seat":0,"do":"stop\\u00"}',
        b'{"seat":0,"do":"stop"}\x00',
        b'{"seat":0,"do":"stop"}\x0c',
        b'\xc2\xa0{"seat":0,"do":"stop"}',
    ],
)
def test_a_line_that_is_not_one_json_object_is_bad(text: bytes) -> None:
    assert verdict(log(*START, place(0, "F0313"), text)) == ("unreadable", "bad_line", 5)


@each("number", ["0.0", "1.0", "1e0", "1E5", "-0.5", "NaN", "Infinity", "-Infinity", "1e999999"])
def test_only_whole_numbers(number: str) -> None:
    text = f'{{"seat":{number},"do":"stop"}}'.encode()
    assert verdict(log(*START, text)) == ("unreadable", "bad_line", 4)
    meta = line(header(meta="@")).replace(b'"@"', f"[{number}]".encode())
    assert verdict(with_header(meta)) == ("unreadable", "bad_line", 1)
    assert verdict(with_header(line(header(meta=number)))) == VERIFIED, "a text may say anything"


@each(
    "text",
    [
        '{"seat":0,"seat":0,"do":"stop"}',
        '{"seat":0,"do":"stop","seat":0}',
        '{"seat" :0,"seat" :0,"do":"stop"}',
        '{ "seat"\t: 0 , "seat": 0, "do": "stop" }',
        '{"seat":0,"s\\u0065at":0,"do":"stop"}',
        '{"seat":0,"do":"place","do":"stop"}',
        '{"seat":0,"do":"stop","":1,"":1}',
        '{"seat":0,"do":":","do":"stop"}',
        '{"result":{"end":"cities","end":"cities","scores":[0,0],"winners":[0]}}',
        '{"result":{"end":"cities","scores":[0,0],"winners":[0],"sources":[{"ziggurat":1,"ziggurat":1},{}]}}',
        '{"chance":"draw","seat":0,"tokens":["farmer"],"tokens":["farmer"]}',
    ],
)
def test_a_key_stands_once(text: str) -> None:
    report = replay(log(*START, place(0, "F0313"), text.encode()))
    assert (report.verdict, report.code, report.line) == ("unreadable", "bad_line", 5)
    assert report.reason is not None
    assert "appears twice" in report.reason


def test_a_key_of_the_header_stands_once() -> None:
    for old, new in (
        (b'"gamelog":1', b'"gamelog":1,"gamelog":1'),
        (b'"gamelog":1', b'"gamelog":1,"g\\u0061melog" : 1'),
        (b'"switches":{}', b'"switches":{"card2_same_turn":true,"card2_same_turn":true}'),
        (b'"tiles":{"0006":"FC"', b'"tiles":{"0006":"FC","0006":"FC"'),
        (b'"setup":', b'"meta":[{"a":{"b":1,"b":1}}],"setup":'),
    ):
        assert old in LINES[0]
        assert verdict(with_header(LINES[0].replace(old, new))) == ("unreadable", "bad_line", 1)


def test_blanks_and_the_order_of_keys_mean_nothing() -> None:
    spaced = b'\t{ "hex" : "0313" ,"token":"farmer", "do":\t"place","seat": 0 } \r'
    assert spaced.strip() != LINES[3]
    assert json.loads(spaced) == json.loads(LINES[3])
    assert verdict(with_line(4, spaced)) == VERIFIED


def test_escaped_texts_are_the_same_texts() -> None:
    assert verdict(with_line(4, LINES[3].replace(b"0313", b"\\u0030313"))) == VERIFIED
    assert verdict(with_line(4, LINES[3].replace(b'"do"', b'"d\\u006f"'))) == VERIFIED


@each("text", ["\\ud800", "\\udc00", "\\ud83d", "\\udfff\\ud800", "a\\u0000b", "\\u0000"])
def test_texts_that_cannot_be_stored_are_bad_lines(text: str) -> None:
    for name in ("hex", "token"):
        words = {"seat": 0, "do": "place", "token": "farmer", "hex": "0313", name: "@"}
        data = log(*START, line(words).replace(b"@", text.encode()))
        assert verdict(data) == ("unreadable", "bad_line", 4)
    for words in (header(seats=["Ana", "@"]), header(meta={"@": 1}), header(meta=[["@"]])):
        assert verdict(with_header(line(words).replace(b"@", text.encode()))) == ("unreadable", "bad_line", 1)


def test_surrogate_pairs_and_escaped_backslashes_are_ordinary_text() -> None:
    for text in ("\\ud83d\\ude00", "\\\\u0000", "\\\\ud800", "\\\\\\\\u0000"):
        data = with_header(line(header(meta="@")).replace(b"@", text.encode()))
        report = replay(data)
        assert report.verdict == "verified", report.reason
        assert report.header is not None
        assert report.header.meta == json.loads(f'"{text}"')


def test_huge_numbers_are_refused_or_handled_without_fuss() -> None:
    huge = b"9" * 5_000
    big = b"9" * 4_000
    assert verdict(log(*START, b'{"seat":%b,"do":"stop"}' % huge)) == ("unreadable", "bad_line", 4)
    assert verdict(log(*START, b'{"seat":%b,"do":"stop"}' % big)) == ("rejected", "out_of_turn", 4)
    assert verdict(log(*START, b'{"seat":-%b,"do":"stop"}' % big)) == ("rejected", "out_of_turn", 4)
    assert verdict(log(*START, b'{"seat":0,"do":"take","card":%b}' % big)) == ("rejected", "illegal_action", 4)
    assert verdict(with_line(2, line(draw(0, "FFFFF")).replace(b":0,", b":%b," % big))) == ("rejected", "bad_chance", 2)
    claim = b'{"result":{"end":"cities","scores":[%b,74],"winners":[1]}}' % big
    report = replay(with_line(len(LINES), claim))
    assert (report.verdict, report.code) == ("rejected", "result_mismatch")
    assert report.reason is not None
    assert len(report.reason) <= 300
    for number in (huge, big):
        report = replay(line(header()).replace(b'"gamelog":1', b'"gamelog":%b' % number))
        assert report.verdict == "unreadable"


@each(
    "words",
    [
        {"seat": True, "do": "stop"},
        {"seat": False, "do": "stop"},
        {"seat": False, "do": "place", "token": "farmer", "hex": "0313"},
        {"seat": 0, "do": "take", "card": True},
        {"seat": 0, "do": "extra_turn", "use": 1},
        {"chance": "draw", "seat": False, "tokens": ["farmer"]},
        {"result": {"end": "cities", "scores": [True, False], "winners": [0]}},
        {"result": {"end": "cities", "scores": [0, 0], "winners": [False]}},
        {"result": {"end": "cities", "scores": [0, 0], "winners": [0], "sources": [{"ziggurat": True}, {}]}},
    ],
)
def test_true_and_false_are_not_whole_numbers(words: dict[str, object]) -> None:
    assert verdict(log(*START, words)) == ("unreadable", "bad_line", 4)


def test_the_first_line_that_fails_is_named() -> None:
    data = log(*START, place(1, "F0313"), b"not json", stop(5))
    assert verdict(data) == ("rejected", "out_of_turn", 4)
    data = log(*START, place(0, "F0313"), b"not json", stop(5))
    assert verdict(data) == ("unreadable", "bad_line", 5)
