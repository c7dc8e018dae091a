"""How a result comes about: reports, rulings, verified logs, corrections, approval, undo."""
