servo_base::coop::spawn("FetchThread", servo_base::coop::rank::SERVICE, move || {
    
    let mut fetch_thread = FetchThread {
        active_fetches: FxHashMap::default(),
        receiver,
        to_fetch_sender,
    };
    move || {
        fetch_thread.run();
        servo_base::coop::Flow::Idle
    }
});
