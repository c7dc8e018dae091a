"""Figures: plain dictionaries for plotly.js, each with one sentence for people who do not see it."""
