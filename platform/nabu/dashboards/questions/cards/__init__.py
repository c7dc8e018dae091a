"""Which cards are strong."""
