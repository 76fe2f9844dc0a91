"""What the workflows do, from a merged submission to its rows: each stage can be run again alone."""
