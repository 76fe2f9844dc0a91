"""Our rule that extracts an answer from a completion, the same for all suites. It never runs code."""
