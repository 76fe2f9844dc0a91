"""Draw pictures as SVG text, with one font and one palette; resvg turns them into pixels."""
