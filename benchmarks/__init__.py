"""Measurements behind the figures in docs/. In the folder of the project: `python -m benchmarks.NAME`, with `--help`.

Modules without a `main` are parts of the others. This file makes the packages in platform/ importable, so a benchmark
needs no settings of the shell; those that need Django set it up when they run, never when they are imported.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLATFORM = ROOT / "platform"

if str(PLATFORM) not in sys.path:
    sys.path.insert(0, str(PLATFORM))
