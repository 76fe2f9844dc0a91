"""What a model is shown: messages of texts and pictures."""
