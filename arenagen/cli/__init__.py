"""The commands. `main` reads the command line; each command is a module of its own, imported when it is run.

May import everything. What a command does is decided by the packages below; here is only how it is asked for and
shown.
"""
