"""Sample drawn: the cards, and the table as one seat sees it."""
