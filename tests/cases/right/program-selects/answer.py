import select, sys
total = 0
while select.select([sys.stdin], [], [], 0)[0]:
    line = sys.stdin.readline()
    if not line: break
    total += int(line)
print(total)
