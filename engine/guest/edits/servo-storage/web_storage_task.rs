servo_base::coop::spawn("WebStorageManager", servo_base::coop::rank::SERVICE, move || {
    let registration = mem_profiler_chan.prepare_memory_reporting(
        reporter_name,
        chan2,
        WebStorageThreadMsg::CollectMemoryReport,
    );
    let mut manager = WebStorageManager::new(port, config_dir);
    move || {
        let _ = &registration;
        manager.start();
        servo_base::coop::Flow::Idle
    }
});
