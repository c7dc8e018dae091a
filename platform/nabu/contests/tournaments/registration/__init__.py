"""Players register themselves: when, how many, with or without approval, and who waits for a place."""
