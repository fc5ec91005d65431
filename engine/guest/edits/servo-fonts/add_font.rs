if let Some(data) = servo_base::coop::fonts::by_path(&local_font_identifier.path) {
    let data = servo_base::generic_channel::GenericSharedMemory::from_bytes(&data);
    paint_api.add_font(font_key, std::sync::Arc::new(data), local_font_identifier.index());
}
