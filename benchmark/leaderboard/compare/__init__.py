"""The page that compares models, and the files that its script reads."""
