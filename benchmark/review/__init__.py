"""Samples for people to label, and their labels back."""
