    let registration = memory_profiler_sender.prepare_memory_reporting(
        "system-fonts".to_owned(),
        memory_reporter_sender,
        SystemFontServiceMessage::CollectMemoryReport,
    );
    let mut version = None;
    move || {
        let _ = &registration;
        // Fonts can be registered at any time.
        if version.replace(servo_base::coop::fonts::version()) !=
            Some(servo_base::coop::fonts::version())
        {
            cache.refresh_local_families();
            cache.generic_fonts = Default::default();
        }
        cache.run();
        servo_base::coop::Flow::Idle
    }
});
