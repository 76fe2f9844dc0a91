"""The paper's pipeline over any raw problem set: from statements in HTML to tasks with pictures."""
