"""Figures of points, segments and circles: shapes, constructions, labels, programs and questions."""
