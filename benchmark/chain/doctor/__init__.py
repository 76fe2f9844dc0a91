"""What a repository lacks to run its own benchmark."""
