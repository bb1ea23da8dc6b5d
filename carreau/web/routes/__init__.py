"""What the server answers, one file per noun; app.py lists the addresses."""
