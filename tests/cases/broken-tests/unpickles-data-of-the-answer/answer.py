import pickle


def f(x):
    return pickle.dumps(x)
