"""When the rounds of an event of several days are played, and until when."""
