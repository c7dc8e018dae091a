"""What tests of reviewed games share."""

from analytics.luck_stats import SeatLuck

NO_LUCK = SeatLuck(0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
