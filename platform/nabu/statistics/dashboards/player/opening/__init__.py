"""How a player opens, beside everybody: page, CSV and API."""
