"""The bracket of a stage as a page."""
