"""Charts as values: bars, lines and pies, with their programs and the words that describe them."""
