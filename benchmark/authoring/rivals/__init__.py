"""Rival rules: what a reader may see in worked examples instead of the rule that is meant."""
