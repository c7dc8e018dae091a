"""A finished game looked at again: what each decision has cost, by games played on from it."""
