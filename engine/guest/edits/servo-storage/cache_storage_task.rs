servo_base::coop::spawn("CacheStorageThread", servo_base::coop::rank::SERVICE, move || {
    let engine = MemCacheStorageEngine {
        name_to_cache_map: Default::default(),
    };
    let mut cache_storage_thread =
        CacheStorageThread::new(sender_clone, generic_receiver, engine);
    move || {
        cache_storage_thread.start();
        servo_base::coop::Flow::Idle
    }
});
