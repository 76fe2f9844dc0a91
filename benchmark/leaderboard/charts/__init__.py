"""Cost against score, and size against score."""
