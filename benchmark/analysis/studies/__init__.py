"""Reports and plots of `sightbench analyse` and `sightbench analyse power`; independent of the site."""
