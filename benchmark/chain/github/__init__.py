"""GitHub's API behind one interface, and the release assets that rows refer to."""
