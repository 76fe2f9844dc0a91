"""`sightbench rubric`."""
