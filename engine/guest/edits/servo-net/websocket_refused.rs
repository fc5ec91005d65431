    let _ = (http_state, resource_event_sender, protocols, client, tls_config);
    let _ = setup_dom_listener(dom_action_receiver, Default::default());
    Err(Error::Io(std::io::ErrorKind::Unsupported.into()))
}
