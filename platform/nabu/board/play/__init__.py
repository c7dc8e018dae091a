"""Games against bots, played in the browser: the page to play on, and the way in for a finished game."""
