"""Judges completions: extracts answers, runs them in worker processes, computes verdicts and scores."""
