"""Rows for the tools of other formats: those of the repository, and one with answers to tasks of our own."""

from tests.interchange.conftest import kept_row

__all__ = ["kept_row"]
