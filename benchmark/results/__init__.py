"""Rows: published results, one file per row, named by a digest of the content and never changed."""
