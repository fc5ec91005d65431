/// Process the messages that are ready. False once the backend was shut down.
pub fn step(&mut self, frame_counter: &mut u32) -> bool {
    while let Ok(msg) = self.api_rx.try_recv() {
        if let RenderBackendStatus::ShutDown(sender) = self.process_api_msg(msg, frame_counter) {
            if let Some(sender) = sender {
                let _ = sender.send(());
            }
            return false;
        }
    }
    true
}
