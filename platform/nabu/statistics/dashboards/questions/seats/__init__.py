"""Is a seat better than another."""
