"""The five types of figures; each module makes samples of one type."""
