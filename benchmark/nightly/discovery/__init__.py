"""Finds out which models the providers have, and what changed since the last list."""
