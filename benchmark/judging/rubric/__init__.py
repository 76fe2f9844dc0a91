"""Judging by a model: rubrics, prompts that pass answers as data, and scores read from replies."""
