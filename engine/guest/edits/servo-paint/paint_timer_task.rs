let join_handle = coop::spawn("PaintTimer", coop::rank::LEAF, move || {
    let mut scheduler = TimerScheduler::default();
    move || {
        loop {
            match receiver.try_recv() {
                Ok(TimerThreadMessage::Request(request)) => {
                    scheduler.schedule_timer(request);
                },
                Ok(TimerThreadMessage::Quit) => return coop::Flow::Done,
                Err(_) => break,
            }
        }
        scheduler.dispatch_completed_timers();
        match scheduler.next_deadline() {
            Some(deadline) => coop::Flow::Until(deadline),
            None => coop::Flow::Idle,
        }
    }
});
