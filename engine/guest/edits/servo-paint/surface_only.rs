thread_local! {
    static SURFACE_ONLY: Cell<bool> = const { Cell::new(false) };
}

/// Whether a new size of a surface is kept from the pages on it, which are then drawn beyond their viewports.
pub fn set_surface_only(only: bool) {
    SURFACE_ONLY.set(only);
}

pub(crate) fn surface_only() -> bool {
    SURFACE_ONLY.get()
}
