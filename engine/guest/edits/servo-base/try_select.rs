/// As [`Selector::select`], but returns nothing if no message is ready.
pub fn try_select(&mut self) -> SmallVec<[GenericSelectionResult<T>; 2]> {
    if let SelectorInner::Crossbeam { sel, .. } = &mut self.inner {
        if sel.try_ready().is_err() {
            return SmallVec::new();
        }
    }
    self.select()
}
