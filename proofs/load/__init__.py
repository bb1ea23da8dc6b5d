"""`carreau load`: how much the web table can take."""
