    let registration = mem_profiler_chan.prepare_memory_reporting(
        String::from("network-cache-reporter"),
        report_chan,
        CoreResourceMsg::CollectMemoryReport,
    );
    let mut step = channel_manager.start(
        public_setup_port,
        private_setup_port,
        report_port,
        revoke_receiver,
        refresh_receiver,
        protocols,
        embedder_proxy,
    );
    move || {
        let _ = &registration;
        step()
    }
});
