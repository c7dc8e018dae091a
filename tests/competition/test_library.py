"""The package as a library: it reads, pairs and ranks where neither Django nor the platform can be imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {names}:
            raise ModuleNotFoundError("not here: " + name, name=name)

sys.meta_path.insert(0, Missing())
sys.path[:0] = [{platform!r}, {root!r}]
"""

READ_PAIR_AND_RANK = """
from decimal import Decimal
from competition.formats import get_format
from competition.records import RoundInput
from competition.standings import standings
from competition.texts import ENGLISH
from competition.trf.convert import to_records
from competition.trf.reader import read_trf

records = to_records(read_trf(TRF))
ranking = standings(records.competitors, records.tables, ["buchholz", "sonneborn_berger", "seed"])
print([(line.place, line.competitor.name, str(line.points)) for line in ranking])
swiss = get_format("swiss")
config = swiss.read_config({"table_size": 2, "pairing": "PAIRING"})
pairing = swiss.pair(config, RoundInput(records.competitors, records.tables, 3, (2,), "lot"))
print(sorted(sorted(table.seats) for table in pairing.tables))
print(*ENGLISH.render_all(pairing.notes))
print(all(ENGLISH.render_all(reason.sentences) for reason in pairing.reasons))
"""

TRF = """012 Club Night
142 4
152 W
001    1      Ana                                                                1.5    1     3 w 1     2 b =
001    2      Ben                                                                1.5    2     4 b 1     1 w =
001    3      Cem                                                                0.5    3     1 b 0     4 w =
001    4      Dia                                                                0.5    4     2 w 0     3 b =
"""


def run(code: str, *missing: str) -> list[str]:
    """What the code prints in a process of its own, in which these packages cannot be imported."""
    start = WITHOUT.format(names=set(missing), platform=str(ROOT / "platform"), root=str(ROOT))
    done = subprocess.run([sys.executable, "-c", start + code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def read_pair_and_rank(pairing: str, *missing: str) -> list[str]:
    return run(f"TRF = {TRF!r}" + READ_PAIR_AND_RANK.replace("PAIRING", pairing), *missing)


def test_a_report_is_read_paired_and_ranked_without_django() -> None:
    ranking, pairs, notes, explained = read_pair_and_rank("dutch", "django", "nabu", "rest_framework", "celery")
    assert ranking == "[(1, 'Ana', '3/2'), (2, 'Ben', '3/2'), (3, 'Cem', '1/2'), (4, 'Dia', '1/2')]"
    assert (pairs, notes, explained) == ("[[1, 4], [2, 3]]", "", "True")


def test_the_house_rules_need_no_library_for_dutch() -> None:
    assert read_pair_and_rank("house", "caissify_pairings")[1:] == ["[[1, 4], [2, 3]]", "", "True"]


def test_without_its_library_dutch_is_paired_by_the_house_rules_and_a_note_says_so() -> None:
    _ranking, pairs, notes, _explained = read_pair_and_rank("dutch", "caissify_pairings")
    assert pairs == "[[1, 4], [2, 3]]"
    assert notes == (
        "The FIDE Dutch pairing needs the library caissify-pairings, which is not installed. "
        "The house rules pair this round instead."
    )


def test_every_module_can_be_imported_without_django() -> None:
    code = """
import importlib, pkgutil
import competition
names = [module.name for module in pkgutil.walk_packages(competition.__path__, "competition.")]
for name in names:
    importlib.import_module(name)
heavy = {"pandas", "plotly", "networkx", "caissify_pairings"}
print(len(names) > 40, sorted(heavy & {name.split(".")[0] for name in sys.modules}))
"""
    assert run(code, "django", "nabu", "rest_framework", "celery") == ["True []"]


STANDARD_LIBRARY_ALONE = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in {*sys.stdlib_module_names, "competition", "engine"}:
            raise ModuleNotFoundError("not here: " + name, name=name)

sys.meta_path.insert(0, Missing())
"""

EVERY_FORMAT = """
from competition.event import Event
from competition.formats import FORMATS
from competition.invalid_config import InvalidConfig

def play(key, players, settings):
    event = Event([f"P{number}" for number in range(1, players + 1)], key, settings, lot="lot")
    for _number in range(3):
        for table in event.next_round().tables:
            if not table.is_bye:
                event.record({player: place for place, player in enumerate(sorted(table.seats), start=1)})
        if event.is_over:
            break
    return len(event.standings())

print([play(key, players, {}) for key in FORMATS for players in (8, 64)])
print(play("swiss", 63, {"table_size": 2}), play("swiss", 64, {"table_size": 2}), play("league", 64, {"table_size": 2}))
from competition.brackets.crossing import cross_groups
print(cross_groups([[(1, 1), (2, 2)], [(3, 2), (4, 1)]]))
import competition.cross_table, competition.plans, competition.prizes, competition.proposal, competition.season
import competition.clock, competition.ratings.elo, competition.ratings.prediction, competition.ratings.uncertainty
import competition.trf.convert, competition.trf.reader, competition.trf.writer, competition.trf.left_out
try:
    play("swiss", 65, {"table_size": 2})
except InvalidConfig as problem:
    print(problem)
"""


def test_up_to_64_players_every_format_needs_the_standard_library_alone() -> None:
    ranked, duels, crossed, refusal = run(STANDARD_LIBRARY_ALONE + EVERY_FORMAT)
    assert ranked == str([8, 64] * 7)
    assert duels == "63 64 64"
    assert crossed == "[1, 2, 4, 3]", "1 and 2 meet the runner-up of the other group"
    assert refusal == (
        "Pairing more than 64 players at tables of two needs the packages numpy and rustworkx: install them."
    )


def test_the_worked_example_of_the_docs_runs_without_django() -> None:
    code = "import doctest\nprint(doctest.testfile('docs/competition.md', module_relative=False))"
    (said,) = run(code, "django", "nabu")
    assert said.startswith("TestResults(failed=0, attempted=")
