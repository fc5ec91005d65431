/// How many loads the document waits for.
pub(crate) fn blocking_load_count(&self) -> u32 {
    self.blocking_loads.values().sum()
}
