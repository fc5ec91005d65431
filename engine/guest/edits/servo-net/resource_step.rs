move || loop {
    let ready = rx_set.selector().try_select();
    if ready.is_empty() {
        return servo_base::coop::Flow::Idle;
    }
    for received in ready {
