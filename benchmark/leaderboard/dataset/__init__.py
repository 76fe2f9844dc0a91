"""The pages of data sets, with the galleries of their tasks."""
