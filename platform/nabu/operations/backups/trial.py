"""`python -m nabu.operations.backups.trial NAME PARENT`: the nice process in which a restore is tried (`trying`).

It is a site of its own, with nothing of the other one but the place of the backups.
"""

from __future__ import annotations

import sys

import django
from django.core.management import CommandError, call_command

from nabu.core.background import NICE, be_nice
from nabu.core.die_with_parent import die_with_parent


def main(name: str, parent: int) -> None:
    """Restore this scheduled backup into the database of the environment. Ends with what went wrong, on one line."""
    die_with_parent(parent)
    be_nice(NICE)
    django.setup()
    try:
        call_command("restore", name)
    except CommandError as error:
        sys.exit(" ".join(str(error).split()))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
