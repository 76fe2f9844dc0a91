"""What pages are made from: rows and the files next to them, read once."""
