// There can be only one JavaScript context on a thread, so one event loop serves every page.
if let Some(event_loop) = self.event_loops().into_iter().next() {
    return Some(event_loop);
}
