"""Where a finding belongs: its category, and the item it repeats."""
