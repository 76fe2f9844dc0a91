"""Check a pull request from its git objects, write a report, and comment once on the pull request."""
