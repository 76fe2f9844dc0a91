"""The host's side of objects that live in the guest."""
