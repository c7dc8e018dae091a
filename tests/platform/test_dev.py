"""dev.py in a folder of its own, with locks that list nothing: quick, and everything but the downloads is real."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.conftest import LONG_FILES
from tests.profiles import LONG

ROOT = Path(__file__).resolve().parents[2]


class Clone:
    """A folder with dev.py, empty locks, and a manage.py that says that it was reached."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "requirements").mkdir(parents=True)
        shutil.copy(ROOT / "dev.py", folder)
        for kind in ("pip", "run", "test"):
            (folder / "requirements" / f"{kind}.txt").write_text("# nothing\n")
        (folder / "manage.py").write_text("import os, sys; print('reached', sys.argv[1], os.environ['NABU_LOCAL'])\n")
        self.stamp = folder / ".venv" / "nabu-setup.json"
        self.unfinished = folder / ".venv" / "nabu-setup-unfinished"

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        """Start dev.py, in whose environments pip is a fake: the real one takes seconds to find that nothing is to be
        done."""
        plain = {name: value for name, value in os.environ.items() if not name.startswith("NABU_")}
        return subprocess.Popen(
            [sys.executable, "dev.py", *arguments],
            cwd=self.folder,
            env={**plain, "PYTHONPATH": self.hide("ensurepip", pip=""), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def hide(self, *names: str, at_start: str = "", **others: str) -> str:
        """A PYTHONPATH on which these modules seem not to be installed, and the others are what is given here."""
        path = Path(mkdtemp(dir=self.folder.parent))
        (path / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({names!r}))\n{at_start}")
        for name, text in others.items():
            (path / f"{name}.py").write_text(text)
        return str(path)

    def call(self, *arguments: str, **environment: str) -> tuple[int, str]:
        """Run dev.py to its end: status and output."""
        process = self.start(*arguments, **environment)
        output, _ = process.communicate(timeout=120)
        return process.returncode, output


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path / "clone")


def test_another_lock_is_installed_into_the_same_environment(clone: Clone) -> None:
    clone.call("manage", "check")
    mark = clone.folder / ".venv" / "still-here"
    mark.touch()
    (clone.folder / "requirements" / "run.txt").write_text("# nothing new\n")
    assert "setting up .venv for `run`" in clone.call("manage", "check")[1]
    assert mark.exists()


def test_an_interrupted_set_up_starts_over(clone: Clone) -> None:
    clone.call("manage", "check")
    clone.stamp.unlink()
    clone.unfinished.touch()
    (clone.folder / ".venv" / "half-a-package").touch()
    status, output = clone.call("manage", "check")
    assert status == 0
    assert "starting over: the last set-up was interrupted" in output
    assert not (clone.folder / ".venv" / "half-a-package").exists()


def test_a_moved_folder_starts_over(clone: Clone) -> None:
    clone.call("manage", "check")
    clone.folder = clone.folder.rename(clone.folder.with_name("moved"))
    status, output = clone.call("manage", "check")
    assert status == 0
    assert "starting over: the folder or Python has changed" in output


HELD_ENSUREPIP = """
if sys.orig_argv[1:3] == ["-m", "venv"]:
    import venv

    def hold(self, context):
        with open("held") as pipe:
            pipe.read()
        open(context.env_dir + "/pip-of-its-own", "w").close()

    venv.EnvBuilder._setup_pip = hold
"""
"""An environment gets its pip when somebody has opened a pipe and closed it; the real one takes seconds."""


def test_of_two_at_once_one_sets_up_and_a_later_call_does_not(clone: Clone) -> None:
    os.mkfifo(clone.folder / "held")
    ours = clone.hide(at_start=HELD_ENSUREPIP, pip="")
    first = clone.start("manage", "check", PYTHONPATH=ours)
    with (clone.folder / "held").open("w"):  # opens as soon as the first is in the middle of it
        second = clone.start("manage", "check", PYTHONPATH=ours)
        assert second.stdout is not None
        assert "waiting for it" in second.stdout.readline()
    outputs = [process.communicate(timeout=120)[0] for process in (first, second)]
    assert [process.returncode for process in (first, second)] == [0, 0], outputs
    assert ["set up in" in output for output in outputs] == [True, False]
    assert all("reached check 1" in output for output in outputs)
    assert (clone.folder / ".venv" / "pip-of-its-own").exists()
    assert clone.call("manage", "check") == (0, "reached check 1\n")
    assert not clone.unfinished.exists()


@pytest.mark.skipif(not LONG, reason="only in the long profile: whoever runs all tests has just seen it")
def test_a_real_python_makes_an_environment_with_a_real_pip(clone: Clone) -> None:
    status, output = clone.call("manage", "check", PYTHONPATH="")
    assert status == 0, output
    assert list((clone.folder / ".venv").glob("lib/*/site-packages/pip"))


def test_a_python_without_ensurepip_lends_its_pip(clone: Clone) -> None:
    status, output = clone.call("manage", "check", PYTHONPATH=clone.hide("ensurepip"))
    assert status == 0, output
    assert not list((clone.folder / ".venv").glob("lib/*/site-packages/pip"))


def test_a_python_with_neither_is_told_what_to_install(clone: Clone) -> None:
    status, output = clone.call("manage", "check", PYTHONPATH=clone.hide("ensurepip", "pip"))
    assert status == 1
    assert "apt install python3-venv" in output
    assert "Traceback" not in output


def test_where_no_newer_pip_can_be_had_the_old_one_does_it(clone: Clone) -> None:
    old = clone.hide("ensurepip", pip="import sys; sys.exit(any('pip.txt' in each for each in sys.argv))")
    status, output = clone.call("manage", "check", PYTHONPATH=old)
    assert status == 0, output
    assert "going on with the one that is there" in output
    assert "reached check 1" in output


def test_a_failed_download_is_told_and_starts_over(clone: Clone) -> None:
    real_pip = clone.hide("ensurepip")
    lock = clone.folder / "requirements" / "run.txt"
    lock.write_text("nabu-no-such-package==1 --hash=sha256:" + "0" * 64 + "\n")
    status, output = clone.call("manage", "check", PYTHONPATH=real_pip, PIP_NO_INDEX="1")
    assert status == 1
    assert "The set-up failed at:" in output
    assert "Traceback" not in output
    lock.write_text("# nothing\n")
    assert "starting over" in clone.call("manage", "check")[1]


def test_whoever_asks_is_told_and_nothing_is_installed(clone: Clone, subtests: pytest.Subtests) -> None:
    for arguments, told in {
        (): "python3 dev.py run  ",
        ("help",): "python3 dev.py run  ",
        ("--help",): "python3 dev.py run  ",
        ("-h",): "python3 dev.py run  ",
        ("run", "--help"): "ends with Ctrl-C",
        ("test", "--help"): "NABU_HYPOTHESIS",
        ("test", "tests/engine", "-h"): "NABU_HYPOTHESIS",
        ("check", "--help"): "It takes no arguments",
        ("manage", "--help"): "manage help COMMAND",
    }.items():
        with subtests.test(arguments=arguments):
            status, output = clone.call(*arguments)
            assert status == 0
            assert told in output
    assert not (clone.folder / ".venv").exists()


def test_whoever_asks_for_what_there_is_not_is_told_what_there_is(clone: Clone, subtests: pytest.Subtests) -> None:
    for arguments, wrong, right in (
        (("walk",), "there is no `walk`", "python3 dev.py run  "),
        (("--walk",), "there is no `--walk`", "python3 dev.py run  "),
        (("run", "now"), "`run` takes no arguments: now", "ends with Ctrl-C"),
        (("check", "--fast"), "`check` takes no arguments: --fast", "It takes no arguments"),
        (("manage",), "`manage` needs a command", "manage help COMMAND"),
    ):
        with subtests.test(arguments=arguments):
            status, output = clone.call(*arguments)
            assert status == 2
            assert wrong in output
            assert right in output
    assert not (clone.folder / ".venv").exists()


def test_pytest_says_which_options_it_does_not_know(clone: Clone) -> None:
    clone.call("test", "--help")
    (clone.folder / "pytest.py").write_text("print('unrecognized arguments'); raise SystemExit(4)\n")
    status, output = clone.call("test", "--walk")
    assert status == 2
    assert "unrecognized arguments" in output
    assert "NABU_HYPOTHESIS" in output


def test_django_commands_explain_themselves(clone: Clone) -> None:
    assert clone.call("manage", "migrate", "--help")[1].endswith("reached migrate 1\n")


def test_an_old_python_can_read_the_file_far_enough_to_say_no() -> None:
    ast.parse((ROOT / "dev.py").read_text(), feature_version=(3, 7))


def test_the_files_that_begin_first_exist_and_are_named_once() -> None:
    assert [name for name in LONG_FILES if not (ROOT / "tests" / name).is_file()] == []
    assert len(set(LONG_FILES)) == len(LONG_FILES)


PLAIN = ("engine", "analytics", "competition")
"""The folders of tests that need no site."""


def test_no_test_of_a_plain_package_asks_for_the_site() -> None:
    files = [path for name in PLAIN for path in (ROOT / "tests" / name).rglob("*.py")]
    imported = re.compile(r"^\s*(?:from|import) (?:django|nabu|tests\.with_site|tests\.platform)\b", re.MULTILINE)
    assert len(files) > 100
    assert [str(path) for path in files if imported.search(path.read_text())] == []


def test_a_test_of_a_plain_package_begins_without_django() -> None:
    code = "import sys, pytest; status = pytest.main(sys.argv[1:]); sys.exit(status or 'django' in sys.modules)"
    command = [sys.executable, "-c", code, "-q", "-p", "no:cacheprovider", "tests/competition/test_prizes.py"]
    without = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(command, cwd=ROOT, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
