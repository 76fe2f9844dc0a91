"""Groups of rows, scores, ranks and studies, computed from rows and verdicts for terminal and site."""
