"""What `sightbench analyse` and `sightbench power` print and draw. Knows nothing of pages."""
