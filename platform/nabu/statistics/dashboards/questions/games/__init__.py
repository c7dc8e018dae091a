"""The games behind a number."""
