"""Pieces that several kinds of page have."""
