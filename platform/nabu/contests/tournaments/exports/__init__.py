"""What can be taken out of a tournament: flat tables for CSV, everything as JSON. Draft rounds are in none of them."""
