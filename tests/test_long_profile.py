"""The long profile goes on where it was cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import long_profile


def test_what_has_passed_is_not_run_again_until_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    passes, fails = tmp_path / "tests/test_passes.py", tmp_path / "tests/test_fails.py"
    passes.write_text("def test_it(): open('ran', 'a').write('x')")
    fails.write_text("def test_it(): assert False, 'a reason'")
    monkeypatch.setattr(long_profile, "ROOT", tmp_path)
    monkeypatch.setattr(long_profile, "KEPT", tmp_path / "var")
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    # Five processes, of which the plugins would take most of the time.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run() -> bool:
        return long_profile.run("sqlite", 2, "not postgres", [passes, fails])

    assert not run()
    assert not run()

    assert (tmp_path / "ran").read_text() == "x"
    said = capsys.readouterr().out
    assert "1 of 2 parts have passed before" in said
    assert "FAILED" in said
    assert "var/sqlite/tests-test_fails.log" in said
    assert "a reason" in (tmp_path / "var/sqlite/tests-test_fails.log").read_text()

    fails.write_text("def test_it(): pass")
    assert run()
    assert (tmp_path / "ran").read_text() == "xx"


def test_only_files_that_it_makes_longer_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_profile, "ROOT", tmp_path)
    files = {
        "tests/profiles.py": "from hypothesis import settings",
        "tests/cases.py": "from tests.profiles import LONG",
        "tests/words.py": "import re",
        "tests/test_generated.py": "import hypothesis",
        "tests/test_cases.py": "from tests.cases import one",
        "tests/test_plain.py": "from tests.words import one",
        "tests/site/test_worker.py": "def test_it(start_worker: object) -> None: ...",
        "tests/site/test_page.py": "def test_it(page: object) -> None: ...",
        "tests/browser/conftest.py": "from tests import profiles",
        "tests/browser/test_page.py": "def test_it(page: object) -> None: ...",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = long_profile.made_longer(sorted(tmp_path.rglob("test_*.py")))
    assert [str(path.relative_to(tmp_path)) for path in found] == [
        "tests/browser/test_page.py",
        "tests/site/test_worker.py",
        "tests/test_cases.py",
        "tests/test_generated.py",
    ]
