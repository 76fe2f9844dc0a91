"""Values between host and guest; mirrors ``benchmark/sandbox/guest``."""
