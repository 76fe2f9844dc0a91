from unittest.mock import MagicMock
def f(x): return MagicMock()
