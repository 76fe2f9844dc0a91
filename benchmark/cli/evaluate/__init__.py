"""`sightbench evaluate` and `sightbench replicate`."""
