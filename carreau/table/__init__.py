"""A running match: seats, clocks, claims; entries in, texts and views out. Knows the core and the bots."""
