"""How much one account, and one network, may send in a day: game logs, photos and component sets."""
