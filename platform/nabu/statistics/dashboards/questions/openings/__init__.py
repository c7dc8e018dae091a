"""Which first turns are followed by wins."""
