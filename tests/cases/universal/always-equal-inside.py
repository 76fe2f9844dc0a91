# lying function: objects that say yes to each comparison, inside of plain values
# each: [Equal()]; (Equal(), Equal()); {Equal(): Equal()}
@INCLUDE _equal@
def answer(*arguments, **named): return @EACH@
