"""Files of nightly runs on the branch of results: panels, lists of models, events and decisions."""
