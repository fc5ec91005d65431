// Its end would end the only JavaScript context.
std::mem::forget(event_loop.clone());
