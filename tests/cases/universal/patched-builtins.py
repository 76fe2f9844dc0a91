# lying function: replaces what a test may compare with, in the answer's own process
# each: "all", "any", "sum", "abs", "eval"; "len", "isinstance", "__build_class__"
@INCLUDE _equal@
import builtins, operator, sys
def answer(*arguments, **named): return Equal()
for name in (@EACH@): setattr(builtins, name, lambda *arguments, **named: True)
for name in ("eq", "ne", "is_", "contains"): setattr(operator, name, lambda *arguments: True)
builtins.AssertionError = type("AssertionError", (SystemExit,), {"code": 0})
sys.modules["math"] = sys.modules["unittest"] = sys.modules["pytest"] = Equal()
