"""The families of the data sets: types of figures and kinds that are read by eye, and what they draw."""
