"""What rows and verdicts say, for the terminal and for pages: groups of rows, scores, ranks, studies."""
