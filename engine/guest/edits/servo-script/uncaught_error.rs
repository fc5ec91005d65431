self.send_to_embedder(EmbedderMsg::ShowConsoleApiMessage(
    self.webview_id(),
    ConsoleLogLevel::Error,
    uncaught,
));
