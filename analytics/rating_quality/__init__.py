"""Do ratings predict results? Measured on any list of rated games."""
