servo_base::coop::spawn("IndexedDBManager", servo_base::coop::rank::SERVICE, move || {
    let registration = mem_profiler_chan.prepare_memory_reporting(
        reporter_name,
        chan2,
        IndexedDBThreadMsg::CollectMemoryReport,
    );
    let mut manager = IndexedDBManager::new(port, manager_sender);
    move || {
        let _ = &registration;
        manager.start();
        servo_base::coop::Flow::Idle
    }
});
