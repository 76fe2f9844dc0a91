"""Verdicts → scores: rates, pass@k and their intervals."""
