class Stack(list):
    push = list.append
