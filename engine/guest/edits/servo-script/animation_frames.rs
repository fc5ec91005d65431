/// How many `requestAnimationFrame` callbacks wait.
pub(crate) fn animation_frame_callback_count(&self) -> u32 {
    self.animation_frame_list.borrow().iter().filter(|(_, callback)| callback.is_some()).count() as u32
}
