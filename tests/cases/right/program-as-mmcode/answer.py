print(" c c\n\n b 1.5 b ", end="")
