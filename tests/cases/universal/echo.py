# value function: the arguments, back as they are
# each: values[0]; values[-1]; tuple(values); str(values[0])
def answer(*arguments, **named):
    values = [*arguments, *named.values()]
    return @EACH@
