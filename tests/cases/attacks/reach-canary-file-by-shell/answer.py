import subprocess
def f(x): return subprocess.run(['/bin/sh', '-c', 'cat @FILE@'], capture_output=True, text=True).stdout
