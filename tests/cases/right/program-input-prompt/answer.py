n = int(input('n? '))
print(n * n)
