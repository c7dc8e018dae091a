"""The time zone in which this site shows and reads times."""
