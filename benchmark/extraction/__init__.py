"""Completion → answer: our own rule, for every suite. Never executes anything."""
