from hypothesis import settings

# On a loaded machine an example may take any time.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
