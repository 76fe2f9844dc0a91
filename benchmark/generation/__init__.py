"""Messages in, completions out: draws, retries, rate, budget, resume. Providers are one file each."""
