import sys
text = sys.stdin.read()
assert not text.endswith("\n")
print(sum(map(int, text.split())), end="")
