class P: pass
class Field:
    init = True
    class _field_type:
        pass
class Kind(type):
    def __repr__(cls): return "_FIELD"
Field._field_type = Kind("F", (), {})
P.__dataclass_fields__ = {"a b": Field, "class": Field, "x" * 100: Field}
def f(n): return P()
