"""What the jobs of a plan do: generate, score, record."""
