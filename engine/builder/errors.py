"""The one exception of the builder."""


class BuildError(Exception):
    """The build cannot go on. The message says what is wrong and what to do; it is shown without a
    traceback."""
