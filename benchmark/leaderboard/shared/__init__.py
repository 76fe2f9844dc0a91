"""Modules that all pages share; they import no other part of the leaderboard."""
