"""Mails to those whom something concerns: their table, their result, their log."""
