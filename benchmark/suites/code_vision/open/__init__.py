"""The open data set: families of tasks, and what is built from them."""
