"""Values, protocols and errors that every other package may use."""
