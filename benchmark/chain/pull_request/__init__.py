"""From a pull request's git objects to its report and the one comment on it."""
