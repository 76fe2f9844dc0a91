def construct_prompt(starter_code):
    prompt = """Look at the chart.
%%%starter_code%%%
Write.
"""
    return prompt.replace("%%%starter_code%%%", starter_code)
