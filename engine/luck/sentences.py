"""What is said of luck."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("luck")
MORE = templates("more", "+%(points)s")
LESS = templates("less", "−%(points)s")
PERCENTAGE_POINTS = templates(
    "percentage_points", Plural("%(percent)s percentage point", "%(percent)s percentage points", by="percent")
)
WON_BY = templates("won_by", "Won by %(points)s")
LOST_BY = templates("lost_by", "Lost by %(points)s")
LEVEL = templates("level", "Level on points")
HEADLINE = templates(
    "headline",
    "%(result)s: luck %(luck)s (± %(luck_error)s), decisions %(decisions)s (± %(decisions_error)s), "
    "setup and seat %(start)s (± %(start_error)s)",
)
DRAWS = templates("draws", "Own draws %(own)s (± %(own_error)s), others' draws %(others)s (± %(others_error)s)")
EXPLAINED = templates(
    "explained",
    "Points are those ahead of the best opponent; ± is one standard error of the measurement. Luck is what all draws "
    "gave, compared with what could have been drawn instead; setup and seat are what the player had before the first "
    "draw. Decisions are everything else: what all players made of it, and chance that the measurement has missed.",
)
NOT_TOLD = templates(
    "not_told",
    "No luck is told in %(game)s: what draws seemed to be worth was not found again in the results of bots that look "
    "ahead.",
)
WORTH = templates("worth", "%(points)s points (± %(error)s), winning chance %(chance)s")
LUCKY = templates("lucky", "Lucky draw")
UNLUCKY = templates("unlucky", "Unlucky draw")
"""Names of marks. A draw is marked for one seat (`engine.luck.words.mark_of_draw`)."""
