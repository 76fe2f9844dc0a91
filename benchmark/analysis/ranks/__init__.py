"""Scores, paired comparisons and rankings of rows and verdict files; independent of the site."""
