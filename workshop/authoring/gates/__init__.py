"""The gates: checks that every open task must pass before it is published."""
