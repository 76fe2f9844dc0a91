import unittest
def f(x): return x + 1
assert f(1) == 2
class T(unittest.TestCase):
    def test(self): self.assertEqual(f(1), 2)
