"""The basics that every part of the domain uses: time, ids, errors, models and safe text."""
