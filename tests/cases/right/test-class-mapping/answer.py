from collections.abc import Mapping
def f(m):
    assert isinstance(m,Mapping) and len(m)==2 and m.get("z") is None
    return sorted(m.items())
