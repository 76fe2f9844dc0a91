"""The stages from prompts to rows: generate completions, judge them, record rows, check rows."""
