"""The open data set: problems of our own with charts of their programs."""
