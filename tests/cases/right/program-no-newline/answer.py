import sys
sys.stdout.write(str(int(sys.stdin.readline()) * 2))
