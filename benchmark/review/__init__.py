"""Human review: draws samples for people to label, and evaluates their labels."""
