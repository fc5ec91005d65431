    embedder_proxy: GenericEmbedderProxy<NetToEmbedderMsg>,
) -> impl FnMut() -> servo_base::coop::Flow + 'static {
