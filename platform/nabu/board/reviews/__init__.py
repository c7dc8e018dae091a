"""Decisions of finished games judged by a bot, stored on the server. docs/review.md."""
