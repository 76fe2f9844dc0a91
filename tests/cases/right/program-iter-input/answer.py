print(*iter(input, ''))
try:
    while (line := input()) is not None: print(line)
except EOFError:
    pass
