"""What makes the open data set of MathOPEval."""
