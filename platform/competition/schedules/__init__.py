"""Schedules that are known before the start: who meets whom in which round, by number."""
