"""Which calls a run makes, and how it goes on, stops and ends."""
