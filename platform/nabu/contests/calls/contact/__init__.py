"""Writing to the organiser of an event or the owners of a club, and their answers."""
