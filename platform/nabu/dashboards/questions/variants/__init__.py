"""Do variants differ."""
