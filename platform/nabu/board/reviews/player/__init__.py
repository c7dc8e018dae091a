"""One player's reviewed games in a game title: page, CSV and API."""
