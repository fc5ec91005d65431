    let registration = memory_profiler_sender.prepare_memory_reporting(
        reporter_name,
        ScriptEventLoopSender::MainThread(script_thread.senders.self_sender.clone()),
        CommonScriptMsg::CollectReports,
    );
    move || {
        let _ = &registration;
        script_thread.step(&mut cx)
    }
})
