servo_base::coop::spawn("ClientStorageThread", servo_base::coop::rank::CLIENT_STORAGE, move || {
    let engine = storage_dir
        .and_then(|folder| {
            std::fs::create_dir_all(&folder).ok()?;
            SqliteEngine::new(folder).ok()
        })
        .unwrap_or_else(|| SqliteEngine::memory().unwrap());
    let mut thread = ClientStorageThread::new(sender_clone, generic_receiver, engine);
    move || {
        thread.start();
        servo_base::coop::Flow::Idle
    }
});
