"""Rows: one file a result, named by its content, never changed."""
