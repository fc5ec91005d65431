/// Handle one round of messages, if there are any.
pub(crate) fn step(&self, cx: &mut js::context::JSContext) -> coop::Flow {
    if self.handle_msgs(cx) {
        return coop::Flow::Busy;
    }
    match self.timer_scheduler.borrow().next_deadline() {
        Some(deadline) => coop::Flow::Until(deadline),
        None => coop::Flow::Idle,
    }
}
