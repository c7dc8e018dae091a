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
