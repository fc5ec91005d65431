/// The number under which the embedder knows this node, given when first asked for.
pub(crate) fn embedder_reference(&self) -> u32 {
    *self
        .ensure_rare_data()
        .embedder_reference
        .get_or_insert_with(crate::embedding::fresh_reference)
}

/// The number, if there is one.
pub(crate) fn embedder_reference_if_any(&self) -> Option<u32> {
    self.rare_data.borrow().as_ref()?.embedder_reference
}
