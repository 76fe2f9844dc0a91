"""Model servers and weights on this machine."""
