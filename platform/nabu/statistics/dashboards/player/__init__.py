"""One player in a game title: page, CSV and API."""
