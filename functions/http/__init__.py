"""How the deployed functions speak HTTP: routes, models of answers, errors, documentation."""
