"""One game taken apart: page, CSV and API."""
