"""Makes rows from evaluations, and checks rows against the files from which they were made."""
