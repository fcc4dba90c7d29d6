"""What every part of the domain stands on: time, ids, errors, models, text and its safety."""
