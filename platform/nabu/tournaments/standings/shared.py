"""The standings as a shared page."""

from __future__ import annotations

from nabu.shared_pages.pages import NUMBER, SharedPage
from nabu.tournaments.shared import topics_of_results, works_in_tournament

standings_page = SharedPage(topics_of_results, {r"after-[1-9]": NUMBER}, in_full=works_in_tournament)
