"""The page that compares models, and the data files that its script reads."""
