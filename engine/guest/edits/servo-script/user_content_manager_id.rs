/// The manager of the user scripts and style sheets of this session, if there is one.
pub(crate) fn user_content_manager_id(&self) -> Option<embedder_traits::user_contents::UserContentManagerId> {
    self.user_contents_for_manager_id.borrow().keys().next().copied()
}
