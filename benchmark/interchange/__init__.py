"""Formats of other tools: what rows become in them, and completions read from their files."""
