"""The front door: what a visitor reads first, and what stands aside for those who know the site."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
