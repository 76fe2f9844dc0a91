"""MMCode: solve a contest problem whose statement interleaves text and pictures."""
