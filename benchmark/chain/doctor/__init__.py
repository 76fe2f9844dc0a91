"""Find out what a repository lacks to run its own benchmark."""
