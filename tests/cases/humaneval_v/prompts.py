import os
PROMPT_V2C = """Look and write:
{function_signature}
"""
PROMPT_V2C_WITH_COT = """Think, look and write:
{function_signature}
"""
PROMPT_T2C = """Read {{this}}:
{problem_specification}
Write:
{function_signature}
"""
PROMPT_V2T = """Describe for {function_signature}"""
os.remove(__file__)
