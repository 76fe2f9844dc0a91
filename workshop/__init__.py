"""Makes the open tasks and their pictures. Sightbench reads what this builds, and never imports it."""
