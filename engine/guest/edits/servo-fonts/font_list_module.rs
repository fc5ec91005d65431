#[cfg(target_os = "wasi")]
#[path = "registered_fonts.rs"]
pub mod font_list;
