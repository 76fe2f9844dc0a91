"""Subjects on the same tasks: measured, compared, ranked, and cached. Knows nothing of pages."""
