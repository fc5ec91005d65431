// A new iteration: this resets the count that throttles tasks.
self.task_queue.select();
let due = || {
    let deadline = self.timer_scheduler.borrow().next_deadline()?;
    (deadline <= Instant::now()).then_some(MixedMessage::TimerFired)
};
let Some(mut event) =
    self.receivers.try_recv(&self.task_queue, &fully_active).or_else(due)
else {
    return false;
};
