"""Pages for spectators: an event, or one of its players, at one address for the whole day."""
