"""The games that Nabu knows, and the component sets that people bring along."""
