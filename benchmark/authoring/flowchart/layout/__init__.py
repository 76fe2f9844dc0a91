"""Where everything of a chart's pictures is: sizes by the bundled font, places by Graphviz, lines by our router."""
