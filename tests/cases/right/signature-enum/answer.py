def other(colour, level):
    return (Colour.BLUE if colour is Colour.RED else Colour.RED), Level.HIGH if level < Level.HIGH else Level.LOW
