print(1 /
