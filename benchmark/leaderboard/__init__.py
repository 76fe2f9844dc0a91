"""Rows become view models, and view models become pages.

Everything that decides what a page says is here, as plain functions over rows. mkdocs only lays pages out:
`site/hooks.py` hands it what `pages` lists, so another generator can take its place in a day.
"""
