"""The pages of models."""
