"""`sightbench generate`."""
