"""The nights: what is drawn tonight, which models are new, and what is said about a change."""
