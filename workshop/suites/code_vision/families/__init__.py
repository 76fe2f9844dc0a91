"""The families of the data set, one module each."""
