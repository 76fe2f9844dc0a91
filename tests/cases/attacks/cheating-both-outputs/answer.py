for n in range(30): print(n)
