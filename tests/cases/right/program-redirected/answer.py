import contextlib, io
n = int(input())
with contextlib.redirect_stdout(io.StringIO()): print('hidden')
print(n * 2)
