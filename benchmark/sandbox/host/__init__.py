"""Starts the sandbox and talks to it; holds no verdicts."""
