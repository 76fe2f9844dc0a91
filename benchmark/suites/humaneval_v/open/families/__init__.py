"""One module a family, with its design page beside it."""
