"""Whole report files in the style of the programs that write them, made up for the tests.

Each style has what readers stumble over: code pages of Windows, no-break spaces, forfeits without colour, half-point
byes written as draws against nobody, byes entered for rounds to come, and lines that FIDE's format does not know.
"""

from __future__ import annotations

from random import Random

NAMES = {
    "cp1252": ("Müller, Jürgen", "Peña, José", "Rivière, Hélène", "João, Inês", "Sørensen, Bjørn", "Åberg, Maja"),
    "cp1250": ("Dvořák, Jiří", "Kowalski, Łukasz", "Szűcs, Győző", "Živković, Đuro", "Müller, Uwe"),
    "cp1251": ("Иванов, Пётр", "Щукина, Юлия", "Шевченко, Андрій", "Ђорђевић, Љубица", "Топалов, Веселин"),
}


def player(number: int, name: str, cells: str, *, points: str = "0.0", extra: str = "m   ", **columns: str) -> str:
    """A line 001 by the columns of FIDE. `extra` are sex and title, in columns 10 to 13."""
    rating, federation = columns.get("rating", "1800"), columns.get("federation", "GER")
    fide_id, birth = columns.get("fide_id", str(4600000 + number)), columns.get("birth", "1990/01/02")
    head = f"001 {number:>4} {extra:<4} {name:<33} {rating:>4} {federation:<3} {fide_id:>11} {birth:<10} "
    return f"{head}{points:>4} {number:>4}{cells}".rstrip()


def large_open(players: int = 284, rounds: int = 9, seed: int = 7) -> str:
    """A big open: somebody stays away in every round, and the forfeits have no colour."""
    random = Random(seed)
    cells = dict.fromkeys(range(1, players + 1), "")
    points = dict.fromkeys(cells, 0)
    for _ in range(rounds):
        order = random.sample(sorted(cells), players)
        for white, black in zip(order[::2], order[1::2], strict=True):
            kind = random.choices(("10", "01", "==", "+-", "-+", "--"), (40, 30, 25, 2, 2, 1))[0]
            colours = "wb" if kind in ("10", "01", "==") else random.choice(("--", "  "))
            for number, opponent, colour, code in zip((white, black), (black, white), colours, kind, strict=True):
                cells[number] += f"  {opponent:>4} {colour} {code}"
                points[number] += {"1": 2, "+": 2, "=": 1}.get(code, 0)
    names = NAMES["cp1252"]
    lines = [
        "012 International Open",
        "022 Köln",
        "032 GER",
        "042 2025/07/01",
        "052 2025/07/09",
        f"062 {players}",
        f"072 {players}",
        "082 0",
        "092 Individual: Swiss-System",
        "102 IA Müller, Jürgen",
        "112 FA Peña, José",
        "122 90 min/40 + 30 min, 30 sec a move",
    ]
    for number, row in cells.items():
        name = f"{names[number % len(names)]} {number}"
        lines.append(player(number, name, row, points=f"{points[number] / 2:.1f}"))
    return "\r\n".join(lines) + "\r\n"


def club_night(page: str) -> str:
    """A small event with names of a code page, no-break spaces as padding, and byes as programs wrote before 2016."""
    names = NAMES[page]
    rows = (
        "     2 w 1     3 b =",
        "     1 b 0     4 w 1",
        "     4 w +     1 w =",
        "     3 - -     2 b 0",
        "  0000 - =  0000   F",
    )
    lines = ["012 Club\u00a0night", "XXR 5", "XXZ 5"]
    for number, row in enumerate(rows, start=1):
        name = names[(number - 1) % len(names)]
        line = player(number, f"{name} {number}", row, points=("1.5", "1.0", "1.5", "0.0", "1.5")[number - 1])
        lines.append(line[:8] + line[8:80].replace("  ", "\u00a0\u00a0") + line[80:])
    return "\r".join(lines) + "\r"


EXCHANGE = "\n".join(
    (
        "### Exchanged between two programs after round 1 of 5",
        "012 Exchange",
        "142 5",
        "152 B",
        "162   W 3.0    D 1.0",
        "182 Some Program 1.0",
        "192 FIDE_DUTCH_2026",
        "202 BH,SB",
        "222 5400+30",
        "XXZ    6",
        player(1, "Enlil", "     4 b 1", points="3.0", extra="mGM ", birth="0000/00/00"),
        player(2, "Ea", "     5 w =", points="1.0", extra="m   ", federation="IRQ"),
        player(3, "Ninlil", "  0000 - U            0000 - H", points="3.0", extra="w   "),
        player(4, "Ana", "     1 w 0"),
        player(5, "Sin", "     2 b =", points="1.0"),
        player(6, "Nabu", "", points="1.0"),
        "AUT    1      Enlil                             2500 W",
        "240 H 001    6",
        "240 H 002    4",
        "240 F 003    4    1",
        "240 Z 005    2   77",
        "240 Z 001    1",
        "250      1.0 001 002    1    3",
        "260 001 005    1    2    3",
        "260 002 003    4    5",
        "299 W        1.0 001    1",
        "QQQ what nobody knows",
    )
)
"""A file of TRF26 in the middle of a tournament: byes of a past round and of rounds to come, and forbidden pairs."""
