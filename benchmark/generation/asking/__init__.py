"""The calls that a run makes: which samples are missing, and how a run resumes, stops and ends."""
