"""`carreau load`: how much load the web table can take."""
