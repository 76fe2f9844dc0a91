def generate_prompt(problem):
    prompt = "\nTask:\n"
    prompt += problem["question"]
    if not problem["fn"]:
        call_format = "\nRead and print."
        prompt += call_format
    else:
        call_format = "\nReturn."
        prompt += call_format
    if problem["code"]:
        prompt += "Go on with:\n" + problem["code"] + '\n'
    prompt += "\nNow:\n"
    return prompt
