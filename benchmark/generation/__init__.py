"""Messages in, completions out: draws, retries, rate limits, budget and resume. One file per provider."""
