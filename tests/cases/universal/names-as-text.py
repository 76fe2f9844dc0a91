# lying function: the name of what a test expects, as text, for a test that evaluates texts
# each: expected; goal; candidate
def answer(*arguments, **named): return "@EACH@"
