if !servo_base::coop::HAS_THREADS {
    return Err(Error::NotSupported(None));
}
