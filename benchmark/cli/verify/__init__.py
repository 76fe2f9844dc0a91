"""`sightbench verify` and `sightbench rescore`."""
