"""How a process of `manage.py up` tells its supervisor that it has come up: a byte in a pipe, however late that is.

Asking it instead would need an answer within some seconds, which a busy machine may not give; a file would need a disk
that is not full.
"""

import os
from contextlib import suppress

VARIABLE = "NABU_READY_PIPE"
"""The variable in which the supervisor names the open end of the pipe. Nobody else sets it."""


def tell_ready() -> None:
    """This process does its work from now on."""
    if number := os.environ.get(VARIABLE):
        with suppress(OSError):
            os.write(int(number), b"!")
