servo_base::coop::spawn("MemoryProfiler", servo_base::coop::rank::LEAF, move || {
    let mut mem_profiler = Profiler::new(port);
    move || {
        mem_profiler.start();
        servo_base::coop::Flow::Idle
    }
});
