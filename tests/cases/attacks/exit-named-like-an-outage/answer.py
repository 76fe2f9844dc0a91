class SandboxFailure(Exception): pass
class BrokenTest(Exception): pass
def f(x): raise (SandboxFailure if x else BrokenTest)('the sandbox has ended')
