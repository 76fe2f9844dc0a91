"""Figures for tasks that ask for drawing code: their values, programs, edits and questions."""
