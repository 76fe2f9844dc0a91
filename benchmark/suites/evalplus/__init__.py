"""EvalPlus: the text-only tasks of HumanEval+ and MBPP+, to compare a vision model with its decoder."""
