"""Pairs that are never or rather not paired together."""
