"""Pages that are lists: models, decision notes, schemas, commands, merged runs without a row."""
