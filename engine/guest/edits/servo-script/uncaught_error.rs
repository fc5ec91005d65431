let text = crate::embedding::uncaught_error(cx, &error_info, value);
self.send_to_embedder(EmbedderMsg::ShowConsoleApiMessage(
    self.webview_id(),
    ConsoleLogLevel::Error,
    text,
));
