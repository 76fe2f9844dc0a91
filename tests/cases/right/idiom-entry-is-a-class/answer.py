f = set
