crate::coop::block(deadline);
// Let the caller look at its channel again: nobody selects an operation for a
// context of its own thread.
return match self.try_select(Selected::Aborted) {
    Ok(()) => Selected::Aborted,
    Err(s) => s,
};
