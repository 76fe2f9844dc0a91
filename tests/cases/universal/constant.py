# value function: the same value for every call
# each: None; True; False; 0; 1; -1; ""; []; (); {}; set(); float("nan")
def answer(*arguments, **named): return @EACH@
