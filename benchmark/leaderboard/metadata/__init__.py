"""What the head of a page tells search engines and previews of links: description, picture and data."""
