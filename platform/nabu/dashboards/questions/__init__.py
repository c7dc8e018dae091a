"""The questions of the dashboards, a file each: what a page shows beyond filter, tabs and sample."""
