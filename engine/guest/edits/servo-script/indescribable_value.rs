_ => {
    // Symbols, and objects whose `toString` throws.
    unsafe { JS_ClearPendingException(cx) };
    ErrorInfo {
        message: "uncaught exception: a value without a text".to_owned(),
        ..Default::default()
    }
},
