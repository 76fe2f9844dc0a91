"""Reports of `sightbench analyse`; independent of the site."""
