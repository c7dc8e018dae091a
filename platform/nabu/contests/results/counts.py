"""What is counted about logs, whichever host verifies them."""

from nabu.core.site_counts import SiteHistogram

VERDICT_SECONDS = SiteHistogram(
    "nabu_verdict_seconds",
    "Seconds from the upload of a log to its verdict, for uploads that waited for a worker",
    (0.5, 1, 2, 5, 10, 30, 60, 300, 1800),
)
