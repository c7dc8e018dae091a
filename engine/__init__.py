"""Rules of the games, game log, replay, bots and simulation. Plain Python: no Django, no pandas, no clock."""

ENGINE_VERSION = "1.2.0"
