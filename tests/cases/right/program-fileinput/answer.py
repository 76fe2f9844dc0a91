import fileinput, io, sys
lines = [line.strip() for line in fileinput.input()]
print(*(line.upper() for line in lines))
sys.stdin = io.StringIO('\n'.join(lines))
print(input())
