"""One module per kind of check, and what they share."""
