"""boardgame.io, measured beside the web table: its server with the same game, and players who speak its protocol."""
