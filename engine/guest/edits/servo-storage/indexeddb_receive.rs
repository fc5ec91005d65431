let Ok(message) = self.port.try_recv() else {
    return;
};
