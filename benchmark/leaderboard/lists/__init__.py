"""Pages that are lists: models, decision notes, schemas, commands, and merged runs without a row."""
