"""Practise my mistakes: positions of one's own reviewed games, chosen again. What is practised stays on the device."""
