"""Game logs and their verdicts as pages and API."""
