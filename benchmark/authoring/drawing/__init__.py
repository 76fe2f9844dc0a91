"""Pictures as SVG text of our own, with one font and one palette, turned into pixels by resvg."""
