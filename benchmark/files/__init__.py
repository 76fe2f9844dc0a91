"""The edges: files are read and checked once, here, and written whole or not at all."""
