"""The entry fee: who has paid it, as those at the desk note it down. No money goes through the platform."""
