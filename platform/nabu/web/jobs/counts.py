"""What is counted about jobs, whichever host does them."""

from nabu.core.site_counts import SiteCounter

JOBS_ENDED = SiteCounter("nabu_jobs_ended_total", "Jobs that ended, by how", ["kind", "status"])
JOB_SECONDS = SiteCounter("nabu_job_seconds_total", "Seconds that workers spent on jobs", ["kind"])
