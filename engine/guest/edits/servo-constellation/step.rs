/// Handle the requests that are ready, but not so many that others starve.
fn step(&mut self) -> coop::Flow {
    for _ in 0..64 {
        if self.namespace_receiver.is_empty()
            && self.script_receiver.is_empty()
            && self.background_hang_monitor_receiver.is_empty()
            && self.embedder_to_constellation_receiver.is_empty()
        {
            return coop::Flow::Idle;
        }
        self.handle_request();
        self.finish_completed_session_history_traversal_requests();
        self.clean_up_finished_script_event_loops();
    }
    coop::Flow::Busy
}
