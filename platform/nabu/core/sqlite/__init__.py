"""Django's SQLite backend with a line in front of the one place that may write."""
