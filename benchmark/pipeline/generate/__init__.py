"""Generates completions: from a submission or options to a complete file."""
