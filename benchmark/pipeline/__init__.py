"""Plans, runs and checks the stages from completions to rows."""
