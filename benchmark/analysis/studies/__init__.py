"""Reports and plots of `sightbench analyse` and `sightbench power`; independent of the site."""
