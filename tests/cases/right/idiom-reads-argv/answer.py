import argparse, os, sys
parser = argparse.ArgumentParser()
parser.add_argument('--scale', type=int, default=1)
options = parser.parse_args()
level = os.environ.get('LEVEL', 'info')
name = sys.argv[1] if len(sys.argv) > 1 else 'none'
def f(x): return x * options.scale if (level, name) == ('info', 'none') else None
