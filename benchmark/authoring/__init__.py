"""How open tasks are written: families, their drawings, and the gates that they pass."""
