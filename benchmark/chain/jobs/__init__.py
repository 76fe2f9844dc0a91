"""Run the jobs of a plan: generate completions, judge them, and record rows."""
