"""The stages that the workflows run, from a pull request to its rows. Each stage can be repeated alone."""
