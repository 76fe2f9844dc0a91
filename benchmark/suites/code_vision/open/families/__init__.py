"""The families: one module for each."""
