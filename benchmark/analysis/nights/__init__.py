"""From the panels of nightly runs to decisions about series."""
