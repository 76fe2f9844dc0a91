"""Reading and writing of files: input is checked once, output is written completely or not at all."""
