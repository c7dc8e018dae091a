#!/usr/bin/env python3
"""Nabu on your own machine. Needs Python 3.11 or newer, and nothing else.

    python3 dev.py run               the site with everything it needs, until Ctrl-C
    python3 dev.py test              all checks and all tests
    python3 dev.py test ARGUMENTS    only pytest, with these arguments
    python3 dev.py check             only the checks: ruff, mypy, import-linter, oxlint, Django's own
    python3 dev.py manage COMMAND    Django's manage.py with the local site's settings

The first call makes the environment in .venv. With --help after the first word, each of them says more and does
nothing. docs/operating.md explains the variables.
"""

# This file must be readable for old Pythons, or they could not say what is wrong.
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "nabu-setup.json"
UNFINISHED = VENV / "nabu-setup-unfinished"
VAR = ROOT / "var"

# Production settings that name nothing real, for Django's deployment check.
PRODUCTION = {
    "SECRET_KEY": "only-for-the-check-" + "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
    "ALLOWED_HOSTS": "nabu.example",
    "DATABASE_URL": "sqlite:////nonexistent/nabu.sqlite3",
    "REDIS_URL": "redis://nonexistent",
    "NABU_PROXIES": "1",
    "NABU_LOCAL": "",
    "NABU_DEBUG": "",
}


# What --help says of each command.
COMMANDS = {
    "run": """python3 dev.py run

The site with everything it needs: web server, workers and broker, and on the first start a database with the demo.
It says its address and ends with Ctrl-C; what it keeps is in var/. It takes no arguments: its port and all else are
environment variables (docs/operating.md).""",
    "test": """python3 dev.py test [ARGUMENTS]

Without arguments: all checks, all tests on SQLite, and those about the database on PostgreSQL too, at the same time.
With arguments: only pytest, on SQLite, with these arguments. Some examples:

    python3 dev.py test tests/engine                        one folder
    python3 dev.py test tests/platform/test_dev.py -k help  what has this word in its name
    python3 dev.py test -x --lf                             what failed last time, up to the first failure

NABU_HYPOTHESIS=long searches for new examples; it takes hours, and goes on where it was cut off.
All options of pytest: .venv/bin/pytest --help""",
    "check": """python3 dev.py check

What is looked at without running it: ruff, mypy, import-linter, oxlint, Django's deployment check, missing migrations.
It takes no arguments.""",
    "manage": """python3 dev.py manage COMMAND [ARGUMENTS]

A command of Django's manage.py, for the site that `dev.py run` starts. `python3 dev.py manage help` lists them, and
`python3 dev.py manage help COMMAND` explains one.""",
}


def main():
    """Do what the first argument says; the exit status tells whether it worked."""
    if sys.version_info < (3, 11):  # noqa: UP036 - for those who start it with an older one
        fail(f"Nabu needs Python 3.11 or newer; this is {sys.version.split()[0]}. Try `python3.11 dev.py ...`.")
    if os.name != "posix":
        fail("Nabu runs on Linux and macOS; on Windows use WSL.")
    command, *arguments = sys.argv[1:] or ["help"]
    if command in ("help", "-h", "--help"):
        print((__doc__ or "").strip())
    elif command not in COMMANDS:
        refuse(f"there is no `{command}`", (__doc__ or "").strip())
    elif {"-h", "--help"} & set(arguments[:1] if command == "manage" else arguments):
        # What stands after a command of manage.py is for that one.
        print(COMMANDS[command])
    elif command in ("run", "check") and arguments:
        refuse(f"`{command}` takes no arguments: {' '.join(arguments)}", COMMANDS[command])
    elif command == "manage" and not arguments:
        refuse("`manage` needs a command", COMMANDS[command])
    else:
        start(command, arguments)


def start(command, arguments):
    """Run one of COMMANDS. It does not return."""
    set_up("run" if command in ("run", "manage") else "test")
    if command == "run":
        replace_by([str(PYTHON), "manage.py", "up"])
    elif command == "manage":
        replace_by([str(PYTHON), "manage.py", *arguments])
    elif command == "check":
        finish(check())
    else:
        finish(only(arguments) if arguments else test())


# --- The environment --------------------------------------------------------------------------------------------------


def set_up(kind):
    """Make .venv fit for `kind` ("run" or "test"; test holds all of run). Quick when nothing has changed."""
    VAR.mkdir(mode=0o700, exist_ok=True)
    with only_one_at_a_time():
        wanted = fingerprint()
        found = json.loads(STAMP.read_text()) if STAMP.exists() else {}
        if kind in found.get("kinds", []) and found["fingerprint"] == wanted:
            return
        start = time.monotonic()
        say(f"setting up .venv for `{kind}` (needs the network; about a minute)")
        same = all(found.get("fingerprint", {}).get(name) == wanted[name] for name in ("python", "folder"))
        if UNFINISHED.exists() or (STAMP.exists() and not same):
            why = "the last set-up was interrupted" if UNFINISHED.exists() else "the folder or Python has changed"
            say(f"starting over: {why}")
            shutil.rmtree(VENV)
        STAMP.unlink(missing_ok=True)
        if not PYTHON.exists():
            make_venv()
        UNFINISHED.touch()
        install(lock_file(kind))
        kinds = ["run", "test"] if kind == "test" else ["run"]
        STAMP.write_text(json.dumps({"kinds": kinds, "fingerprint": wanted}))
        UNFINISHED.unlink()
        say(f"set up in {time.monotonic() - start:.0f} s")


def fingerprint():
    """What an environment depends on: locks, Python, and its folder (a venv cannot be moved)."""
    locks = {kind: hashlib.sha256(lock_file(kind).read_bytes()).hexdigest() for kind in ("run", "test")}
    return {"locks": locks, "python": [sys.base_prefix, *sys.version_info[:3]], "folder": str(VENV)}


def lock_file(kind):
    """The exact versions and hashes for `kind`, or of the pip that installs them."""
    return ROOT / "requirements" / f"{kind}.txt"


@contextmanager
def only_one_at_a_time():
    """Two commands at once must not set up the same folder."""
    import fcntl

    with (VAR / "setup.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another dev.py is setting up this folder; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make_venv():
    """Make an empty environment. Some systems ship Python without ensurepip; theirs gets no pip of its own."""
    if importlib.util.find_spec("venv") is None:
        fail("This Python has no venv module. On Debian and Ubuntu: apt install python3-venv")
    own_pip = importlib.util.find_spec("ensurepip") is not None
    if not own_pip and importlib.util.find_spec("pip") is None:
        fail("This Python has neither ensurepip nor pip. On Debian and Ubuntu: apt install python3-venv")
    VENV.mkdir(exist_ok=True)
    UNFINISHED.touch()
    call([sys.executable, "-m", "venv", *([] if own_pip else ["--without-pip"]), str(VENV)])


# Of plotly and moto we use a few modules of some thousand; mypy runs from its machine code.
HARDLY_IMPORTED = "/(tests?|moto|mypyc?|pip|plotly|pygments|setuptools)/"


def install(lock):
    """Install exactly what the lock file lists, each file checked by its hash."""
    own_pip = subprocess.run([str(PYTHON), "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0
    pip = [str(PYTHON), "-m", "pip"] if own_pip else [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    options = ["--disable-pip-version-check", "install", "--no-input", "--no-compile", "--require-hashes"]
    # Pip 23, which comes with Python 3.11, needs twice the time for the rest.
    newer = [*pip, *options, "-r", str(lock_file("pip"))]
    if own_pip and subprocess.run(newer, cwd=ROOT, check=False).returncode:
        say("no newer pip can be had; going on with the one that is there")
    call([*pip, *options, "-r", str(lock)])
    # pip would compile on one CPU only, and what nearly nobody imports too. What fails here is compiled at its import.
    packages = [str(path) for path in (VENV / "lib").glob("python*/site-packages")]
    command = [str(PYTHON), "-m", "compileall", "-q", "-j", "0", "-x", HARDLY_IMPORTED, *packages]
    subprocess.run(command, check=False)


def call(command):
    """Run one step of the set-up; its own output explains a failure."""
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        fail(f"The set-up failed at: {' '.join(command)}\nRun the same command again to start over.")


# --- Checks and tests -------------------------------------------------------------------------------------------------

PYTEST = [str(PYTHON), "-m", "pytest"]
# Pytest's exit status for options it does not know and paths that are not there.
USAGE_ERROR = 4


def check(output=None):
    """Everything that is looked at without running it. Returns a (name, seconds, exit status) per step."""
    tool = str(VENV / "bin") + "/"
    manage = [str(PYTHON), "manage.py"]
    return [
        step("ruff check", [tool + "ruff", "check", "."], output=output),
        step("ruff format", [tool + "ruff", "format", "--check", "."], output=output),
        step("mypy", [tool + "mypy"], output=output),
        step("import-linter", [tool + "lint-imports"], output=output),
        step("oxlint", [tool + "oxlint", "static/nabu"], output=output),
        step(
            "django deployment check",
            [*manage, "check", "--deploy", "--fail-level", "WARNING"],
            PRODUCTION,
            output=output,
        ),
        # It begins with Django's own checks of a local site.
        step("migrations are complete", [*manage, "makemigrations", "--check", "--dry-run"], output=output),
    ]


def test():
    """All checks, all tests on SQLite, and those about the database again on PostgreSQL, all at the same time."""
    # Many tests wait for other processes, so there are more of them than cores; both databases end about together.
    # Files begin in the order of tests/conftest.py, not those with the most tests first: some of the longest hold a
    # single one.
    cores = min(os.cpu_count() or 1, 4)
    long = os.environ.get("NABU_HYPOTHESIS") == "long"
    again = "both_databases or postgres or worker"
    once = "not postgres" if long else "not postgres and not worker"
    # Some machines forbid byte code; dozens of processes would compile the same files again.
    keep = {"PYTHONDONTWRITEBYTECODE": ""}
    given = os.environ.get("DATABASE_URL", "")
    postgres = [str(PYTHON), str(ROOT / "tests" / "postgres_server.py")]
    if given.startswith("postgres"):
        say("PostgreSQL: the server in DATABASE_URL")
    else:
        say("PostgreSQL: a server of our own, from a Python package, only for the tests")
        if os.geteuid() == 0:
            say("you are root: PostgreSQL refuses that, so a system user `pgserver` is added and the server runs as it")
    say("the checks and the tests on PostgreSQL run beside the others; what they say comes at the end")
    with tempfile.TemporaryFile("w+") as checked, tempfile.TemporaryFile("w+") as told, ThreadPoolExecutor(2) as beside:
        checks = beside.submit(check, checked)
        short = [*PYTEST, *in_processes(cores // 2), "-m", again, "tests/platform"]
        command = [*postgres, *(in_parts("postgres", 1, again) if long else short)]
        on_postgres = beside.submit(step, "database tests, PostgreSQL", command, keep, told)
        short = [*PYTEST, *in_processes(cores + 1), "-m", once]
        command = in_parts("sqlite", cores + 1, once) if long else short
        results = [step("all tests, SQLite", command, {"DATABASE_URL": "", **keep}), on_postgres.result()]
        results = [*checks.result(), *results]
        for output in (checked, told):
            output.seek(0)
            print(output.read())
    return results


def only(arguments):
    """Only pytest, which knows its options itself: one that it does not know is refused like one of ours."""
    result = step("pytest", [*PYTEST, *arguments])
    if result[-1] == USAGE_ERROR:
        refuse("pytest does not understand this", COMMANDS["test"])
    return [result]


def in_processes(count):
    """The arguments for tests in so many processes."""
    return ["-n", str(max(count, 1)), "--dist", "loadfile", "--no-loadscope-reorder"]


def in_parts(database, processes, marks):
    """The long profile takes hours; its parts are files, and one that has passed is not run again."""
    return [str(PYTHON), "-m", "tests.long_profile", database, str(processes), marks]


def step(name, command, extra=None, output=None):
    """Run one step with its output on the terminal, or in this file."""
    say(f"{name} ...", output)
    start = time.monotonic()
    variables = {**environment(), **(extra or {})}
    done = subprocess.run(command, cwd=ROOT, env=variables, stdout=output, stderr=output, check=False)
    return name, time.monotonic() - start, done.returncode


def finish(results):
    """Print a summary and end with its status."""
    print()
    for name, seconds, status in results:
        say(f"{name:28} {seconds:7.1f} s  {'FAILED' if status else 'passed'}")
    sys.exit(1 if any(status for _, _, status in results) else 0)


# --- Small things -----------------------------------------------------------------------------------------------------


def environment():
    """The environment of what we start: a site for this machine."""
    return {
        **os.environ,
        "NABU_LOCAL": os.environ.get("NABU_LOCAL", "1"),
        # Our matrices are small: more threads only wait for each other, on a busy machine for seconds.
        "OPENBLAS_NUM_THREADS": os.environ.get("OPENBLAS_NUM_THREADS", "1"),
        "PYTHONPATH": os.pathsep.join((str(ROOT / "platform"), str(ROOT))),
    }


def replace_by(command):
    """Become this command: Ctrl-C and signals then reach it directly."""
    sys.stdout.flush()
    os.chdir(ROOT)
    os.execve(command[0], command, environment())


def say(line, output=None):
    """Print one line of progress at once."""
    print(f"nabu | {line}", file=output, flush=True)


def refuse(message, explanation):
    """End with what is wrong about the command line, and what would be right."""
    print(f"nabu | {message}\n\n{explanation}", file=sys.stderr)
    sys.exit(2)


def fail(message):
    """End with a message instead of a traceback."""
    sys.exit(f"nabu | {message}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
