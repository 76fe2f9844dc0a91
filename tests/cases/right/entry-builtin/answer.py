from math import gcd as f
