"""Who changed what, when, and what it was before."""
