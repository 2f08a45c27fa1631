"""All shipped targets against each other: the same values, the same refusals, the same calls of the backend."""
