"""Batch APIs of vendors: answers within 24 hours at half the price."""
