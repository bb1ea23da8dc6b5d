"""A running match: seats, clocks, claims; entries in, sights out. Knows the core and the bots."""
