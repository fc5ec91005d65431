servo_base::coop::spawn("Canvas", servo_base::coop::rank::CANVAS, move || {
        let mut canvas_paint_thread = CanvasPaintThread::new(paint_api);
        move || {
        let _ = &registration;
        loop {
