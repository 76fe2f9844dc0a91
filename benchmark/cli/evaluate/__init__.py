"""`sightbench evaluate`."""
