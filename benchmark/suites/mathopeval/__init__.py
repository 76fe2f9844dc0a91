"""MathOPEval: write, or choose, the code that draws or changes a mathematical figure."""
