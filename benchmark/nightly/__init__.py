"""Nightly runs: what is drawn, which models are new, and which issues report a change."""
