"""One's own data to take along."""
