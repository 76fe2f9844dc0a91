"""The pages of data sets, with pictures of their tasks."""
