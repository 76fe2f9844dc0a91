"""Rows and the files next to them, read once for all pages."""
