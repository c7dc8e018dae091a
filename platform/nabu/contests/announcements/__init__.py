"""What an organiser says to an event, a round or a table."""
