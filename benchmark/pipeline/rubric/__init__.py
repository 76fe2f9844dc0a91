"""Judging by a model: from completions to scores by a rubric, and from kept replies to the same scores."""
