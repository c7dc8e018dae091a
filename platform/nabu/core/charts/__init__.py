"""How numbers are written and what figures say, on every page that has them."""
