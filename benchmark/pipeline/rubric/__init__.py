"""Judging by a model: rubrics, requests, and scores that are read from replies, now or from kept ones."""
