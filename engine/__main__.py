"""`python -m engine`: see `engine.cli`."""

import io
import os
import sys

from engine.cli import NOT_ALL_VERIFIED, main

if isinstance(sys.stdout, io.TextIOWrapper):
    # A file name need not be text, and not every terminal writes every character: rather an escape than an error.
    sys.stdout.reconfigure(errors="backslashreplace")
try:
    code = main()
    sys.stdout.flush()
except BrokenPipeError:
    # Whoever reads the output has seen enough (`| head`). Python would complain once more when it closes the output.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    code = NOT_ALL_VERIFIED
sys.exit(code)
