"""Judges published results again and compares the verdicts."""
