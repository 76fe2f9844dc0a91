"""Figures whose questions are answered by eye: each level from 1 to 5 adds one difficulty of sight."""
