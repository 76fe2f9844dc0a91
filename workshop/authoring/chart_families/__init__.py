"""Families whose tasks show a flowchart of the right program."""
