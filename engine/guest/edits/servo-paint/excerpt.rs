/// What a surface shows of a page that is larger than its viewport, in device pixels.
#[derive(Clone, Copy)]
pub struct Excerpt {
    /// How far down the surface's upper edge is.
    pub top: f32,
    /// How far down the page is drawn at most.
    pub bottom: f32,
}

thread_local! {
    static EXCERPT: Cell<Option<Excerpt>> = const { Cell::new(None) };
}

/// While set, a new size of a surface is kept from the pages on it, and they draw this part of themselves.
pub fn set_excerpt(excerpt: Option<Excerpt>) {
    EXCERPT.set(excerpt);
}

pub(crate) fn is_excerpt() -> bool {
    EXCERPT.get().is_some()
}

/// Where a webview lies on its surface.
pub(crate) fn excerpt_rect(
    surface: webrender_api::units::DeviceRect,
) -> webrender_api::units::DeviceRect {
    match EXCERPT.get() {
        Some(Excerpt { top, bottom }) => webrender_api::units::DeviceRect::new(
            webrender_api::units::DevicePoint::new(0.0, -top),
            webrender_api::units::DevicePoint::new(surface.max.x, bottom - top),
        ),
        None => surface,
    }
}
