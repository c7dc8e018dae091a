"""`python -m engine`: see `engine.cli`."""

import io
import sys

from engine.cli import main

if isinstance(sys.stdout, io.TextIOWrapper):
    # A file name need not be text, and not every terminal writes every character: rather an escape than an error.
    sys.stdout.reconfigure(errors="backslashreplace")
sys.exit(main())
