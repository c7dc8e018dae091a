"""Two players side by side in a game title: page, CSV and API."""
