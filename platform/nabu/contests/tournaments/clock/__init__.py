"""The round clock."""
