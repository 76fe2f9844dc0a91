"""Families of contest problems: a statement with pictures, hidden inputs, right and wrong programs."""
