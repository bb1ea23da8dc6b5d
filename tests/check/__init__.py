"""The checks themselves: each mistake is planted and found."""
