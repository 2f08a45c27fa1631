"""Programs that take their memory from generated arenas."""
