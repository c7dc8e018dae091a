"""Standings, cross table and tie-breaks with their breakdown."""
