"""Plots of findings as SVG, drawn by Matplotlib: `drawing.draw` is the way in. Nothing else in reports needs Matplotlib."""
