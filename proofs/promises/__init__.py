"""One file for each promise, named as `carreau prove` names it."""
