"""The rules of Amyitis."""
