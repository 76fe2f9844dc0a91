"""Turns verdicts into scores (rates, pass@k) with intervals, and compares and ranks models."""
