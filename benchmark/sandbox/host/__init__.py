"""Starts sandboxes and exchanges messages with them; it decides no verdicts."""
