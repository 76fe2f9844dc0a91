"""Sends calls and interprets replies and failures: shared by all providers."""
