"""Values, protocols and errors that every other room may use."""
