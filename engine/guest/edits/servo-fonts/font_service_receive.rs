let Ok(msg) = self.port.try_recv() else {
    return;
};
