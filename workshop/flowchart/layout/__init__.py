"""Where everything in a chart's pictures is: sizes by the font, places by Graphviz, lines by our search."""
