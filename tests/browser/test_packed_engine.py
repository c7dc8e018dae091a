"""The packed engine inside the packed Python: packing gives it again, and nothing is missing, for faults neither."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error

from nabu.core.browser_engine.files import ENGINE, index, packed
from nabu.core.browser_engine.pack.browser import PackBrowser
from nabu.core.browser_engine.pack.packing import EXERCISE, engine_archive, runtime_files
from tests.platform.core.browser_engine.test_packed import PACK_AGAIN
from tests.profiles import LONG

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def python(browser: Browser) -> Iterator[PackBrowser]:
    """The packed Python in an empty page."""
    page = browser.new_page()
    yield PackBrowser(page, runtime_files(), "python.bin", index().pyodide)
    page.close()


@pytest.fixture(scope="module")
def packed_at_once(python: PackBrowser) -> bytes | None:
    """The engine as a Python packs it that has just begun, in the long profile."""
    return engine_archive(python) if LONG else None


@pytest.fixture(scope="module")
def exercised(python: PackBrowser, packed_at_once: bytes | None) -> PackBrowser:
    """Python that has imported every module of the packed engine, and has played and replayed a game of each title."""
    python.put("/engine.zip", packed(ENGINE[0], ""))
    python.run("import sys; sys.path.insert(0, '/engine.zip')")
    python.run(EXERCISE.read_text("utf-8"))
    return python


def test_packing_again_gives_the_same_bytes(packed_at_once: bytes | None, exercised: PackBrowser) -> None:
    """Whatever Python did before: the packed file was made by one that had just begun."""
    file = packed(ENGINE[0], "")
    same = packed_at_once in (None, file) and engine_archive(exercised) == file
    assert same, PACK_AGAIN  # pytest would look for what differs in megabytes


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ('desk.answer(\'{"ask": "no.such"}\')', "KeyError: 'no.such'"),
        ("desk.answer('{')", "JSONDecodeError"),
        ("desk.answr('{}')", "AttributeError: 'Desk' object has no attribute 'answr'. Did you mean"),
        ("import engine.nothing", "ModuleNotFoundError: No module named 'engine.nothing'"),
        ("raise ExceptionGroup('two', [ValueError(1), OSError(2)])", "ExceptionGroup: two (2 sub-exceptions)"),
        ("def again(): again()\nagain()", "RecursionError"),
    ],
)
def test_a_fault_is_told_with_its_traceback(exercised: PackBrowser, fault: str, told: str) -> None:
    exercised.run("from engine.browser.desk import Desk; desk = Desk()")
    with pytest.raises(Error) as raised:
        exercised.run(fault)
    assert "Traceback (most recent call last)" in raised.value.message
    assert told in raised.value.message
