/// The number under which the embedder knows this node.
#[no_trace]
pub(crate) embedder_reference: Option<u32>,
