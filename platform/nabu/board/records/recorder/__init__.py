"""The recorder: one record as a page and as JSON, and everything that is done to it there."""
