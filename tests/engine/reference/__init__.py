"""Slow, independent implementations of the rules that the engine is compared with."""
