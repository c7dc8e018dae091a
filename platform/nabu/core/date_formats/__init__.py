"""How dates are written, where Django's own way for a language can be misread."""
