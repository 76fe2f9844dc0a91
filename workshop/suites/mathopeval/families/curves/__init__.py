"""Plots of functions: families, changes of a curve, crossings and extrema, programs and questions."""
