"""Make the references of the layout and paint tests with other browsers. `make test` needs none of it."""
