"""Games that are written down here while they are played, move by move."""
