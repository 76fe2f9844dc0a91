"""What pages are made of: rows and the files next to them, read once."""
