"""What was luck and what was skill in a match, and what would have been better: `from carreau.review.review import review`."""
