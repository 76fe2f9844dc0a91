n = int(input())
for i in range(n): print(i)
print('x' * 500000, end='')
