"""What scipy and statsmodels say, with which our own figures must agree.

They are imported when a test first asks: that takes a second, and each process of a run imports all files of tests.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

MODULES = {
    "CompareMeans": "statsmodels.stats.weightstats",
    "ConditionalLogit": "statsmodels.discrete.conditional_models",
    "DescrStatsW": "statsmodels.stats.weightstats",
    "GofChisquarePower": "statsmodels.stats.power",
    "NormalIndPower": "statsmodels.stats.power",
    "combine_effects": "statsmodels.stats.meta_analysis",
    "confint_proportions_2indep": "statsmodels.stats.proportion",
    "multipletests": "statsmodels.stats.multitest",
    "optimize": "scipy",
    "proportion_confint": "statsmodels.stats.proportion",
    "stats": "scipy",
}


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(name)
    return getattr(import_module(MODULES[name]), name)
