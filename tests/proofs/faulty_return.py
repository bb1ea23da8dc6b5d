"""A server with a fault: when one of its processes has ended, clocks go on running until its pages are back."""

from carreau.cli import main
from carreau.web.room import Room

Room.lose = lambda self, seats, at: self.hear(None)  # type: ignore[method-assign]

if __name__ == "__main__":
    main()
