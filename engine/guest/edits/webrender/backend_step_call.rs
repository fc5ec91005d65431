    let mut frame_counter: u32 = 0;
    move || if backend.step(&mut frame_counter) { coop::Flow::Idle } else { coop::Flow::Done }
});
