/// The number under which the embedder knows this node.
pub(crate) embedder_reference: Option<u32>,
