"""Kings in the Corner drawn: the cards, and the table as one seat sees it."""
