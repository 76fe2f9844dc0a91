"""Judges answers: an answer and a check become a verdict. The guest computes, the host decides."""
