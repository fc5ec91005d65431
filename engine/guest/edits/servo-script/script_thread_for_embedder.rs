/// All documents, those kept for the session history included.
pub(crate) fn all_documents(&self) -> Vec<DomRoot<Document>> {
    let documents = self.documents.borrow();
    documents.iter().map(|(_, document)| document).filter(|document| !document.window_detached()).collect()
}

/// The documents that a webview shows, frames of all origins included.
pub(crate) fn active_documents_of(&self, webview_id: WebViewId) -> Vec<DomRoot<Document>> {
    let mut documents = self.all_documents();
    documents.retain(|document| document.webview_id() == webview_id && document.is_fully_active());
    documents
}

/// Script that ran outside of the event loop may have changed what is to be shown.
pub(crate) fn schedule_rendering_after_embedder_call(&self, no_gc: &NoGC) {
    self.maybe_schedule_rendering_opportunity_after_ipc_message(no_gc, false);
}
