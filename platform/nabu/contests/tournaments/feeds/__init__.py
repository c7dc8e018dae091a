"""Calendars and Atom feeds of many events: for the site, and for the pages of clubs and players."""
