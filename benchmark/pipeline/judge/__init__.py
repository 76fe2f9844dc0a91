"""From completions to verdicts and scores."""
