"""Sheets to print: pairings, slips, standings."""
