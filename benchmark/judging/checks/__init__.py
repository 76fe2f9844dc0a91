"""Checks of answers: one module per kind of check, and the modules that the kinds share."""
