let Some(memory_mapped_font_data) =
    servo_base::coop::fonts::by_path(&font_identifier.path)
else {
    return Err("No such registered font");
};
