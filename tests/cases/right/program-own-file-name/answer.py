import os, sys
here = os.path.dirname(os.path.abspath(__file__))
sys.path.append(here)
os.chdir(here)
if os.path.basename(sys.argv[0]) == os.path.basename(__file__) and len(sys.argv) == 1 and __name__ == '__main__':
    print('ok')
