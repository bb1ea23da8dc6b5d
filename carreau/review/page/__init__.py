"""A review as one file that needs no network: the curve, every position, and what would have been better."""
