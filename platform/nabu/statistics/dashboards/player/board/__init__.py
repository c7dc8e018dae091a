"""The board over all games of a player beside the winners': page, CSV and API."""
