if tls.get().is_some() {
    return;
}
