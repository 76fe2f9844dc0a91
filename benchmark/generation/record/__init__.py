"""What a run keeps: completions, and the manifest next to them."""
