for index in 0 .. self.num_worker_contexts() {
    f(self.lock_context(index));
}
