"""Prompts: messages of texts and pictures, and the templates that they come from."""
