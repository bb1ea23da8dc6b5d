"""A running match: seats, clocks, claims; entries in, screens out. Knows the core and the bots."""
