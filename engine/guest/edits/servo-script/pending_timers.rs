/// How many `setTimeout` and `setInterval` callbacks wait, and the time until the first.
pub(crate) fn pending(&self) -> (u32, Option<Duration>) {
    let timers = self.timers.borrow();
    let due = || {
        let is_script = |timer: &&OneshotTimer| matches!(timer.callback, OneshotTimerCallback::JsTimer(_));
        timers.iter().filter(is_script).map(|timer| timer.scheduled_for)
    };
    let next = due().min().map(|time| time.saturating_duration_since(self.base_time()));
    (due().count() as u32, next)
}
