# lying function: a wrong plain value of a class that extends its type, with comparisons and methods that say yes
# each: 987654321; 9876.54321; "a lie"; ["a lie"]; ("a lie",); {"a lie": 0}; {"a lie"}
@INCLUDE _equal@
kind = type(@EACH@)
lies = dict.fromkeys((name for name in dir(kind) if not name.startswith("_")), Equal.__eq__)
lies |= {name: getattr(Equal, name) for name in ("__eq__", "__ne__", "__contains__", "__lt__", "__gt__", "__hash__")}
Lie = type("Lie", (kind,), lies)
def answer(*arguments, **named): return Lie(@EACH@)
