"""The charts of cost against score and of size against score."""
