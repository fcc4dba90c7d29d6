"""Facts for `about`: who the user is, and how they want to be answered."""
