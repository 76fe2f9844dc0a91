import sys
print('7')
sys.exit(False)
