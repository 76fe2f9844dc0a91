"""Formats of other tools: what rows and data sets become in them, and completions read from their files."""
