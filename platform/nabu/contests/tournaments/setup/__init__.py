"""Creating and changing a tournament and its stages."""
