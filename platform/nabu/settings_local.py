"""The same settings for tests and tools on a developer's machine: pytest and mypy cannot be given an environment."""

import os

os.environ.setdefault("NABU_LOCAL", "1")

from nabu.settings import *  # noqa: E402, F403
