import contextlib, io
buffer = io.StringIO()
with contextlib.redirect_stdout(buffer): print('inside')
saved = buffer.getvalue().strip()
print(f'[{saved}]', int(input()) // 2)
