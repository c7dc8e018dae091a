"""Web push: the devices on which players see their table as soon as a round is published."""
