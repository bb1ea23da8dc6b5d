"""What can happen to a disk: the parts of `carreau prove disk`."""
