import io, os, sys
input = io.BytesIO(os.read(0, os.fstat(0).st_size or 65536)).readline
out = io.StringIO()
print(int(input()) * 2, file=out)
sys.stdout.write(out.getvalue())
