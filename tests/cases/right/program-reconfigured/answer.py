import io, sys
sys.stdin.reconfigure(encoding='utf-8')
sys.stdout.reconfigure(encoding='utf-8', line_buffering=True)
sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8', newline='\n', write_through=True)
a, b = sys.stdin.readline().split()
print(a + '!', b, sep='\n')
