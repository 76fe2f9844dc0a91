"""The viewer: one HTML file with the answers of a run and what failed."""
