"""The files of a run: completions, and the manifest next to them."""
