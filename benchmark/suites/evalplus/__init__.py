"""EvalPlus: HumanEval+ and MBPP+, text only, to compare a vision model with its language decoder."""
