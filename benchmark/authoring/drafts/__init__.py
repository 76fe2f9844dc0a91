"""Flowcharts that a model drafts from a problem and its program, and people correct and accept."""
