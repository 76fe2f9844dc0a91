"""Write open tasks: families, their drawings, and the gates that they must pass."""
