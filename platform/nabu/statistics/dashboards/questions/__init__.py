"""The questions of the dashboards, a package each: page, CSV and API."""
