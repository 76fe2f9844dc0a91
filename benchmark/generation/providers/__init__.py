"""One module a provider; what PROVIDERS names is imported when it is asked for."""
