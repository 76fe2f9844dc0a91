import sys
sys.stdout.write("\U0001F600 " + "ab " * 5_500_000)
