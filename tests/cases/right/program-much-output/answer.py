for n in range(150_000): print(n)
