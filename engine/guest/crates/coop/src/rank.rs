//! Who may wait for whom. A task or job waits only for those of a lower rank.

/// WebRender's jobs (glyphs). Wait for nothing.
pub const PAINT_JOBS: u8 = 0;
/// WebRender's scene builder. Waits for its jobs.
pub const SCENE_BUILDER: u8 = 1;
/// WebRender's render backend. Waits for its jobs and for built scenes.
pub const RENDER_BACKEND: u8 = 2;
/// Memory profiler, IPC routes, refresh timer. Wait for nothing.
pub const LEAF: u8 = 2;
/// The registry of storage buckets. Waits for nothing.
pub const CLIENT_STORAGE: u8 = 3;
/// Web storage, IndexedDB, Cache API, network, fetch. Wait for the registry of buckets and for
/// messages that arrive over IPC routes.
pub const SERVICE: u8 = 4;
/// The embedder's event loop, where painting lives. Waits for WebRender and for services.
pub const EMBEDDER: u8 = 5;
/// System fonts. Wait for font keys from the painter.
pub const FONTS: u8 = 6;
/// Jobs of the engine's global pool: image decoding, SVG, style sheets, IndexedDB transactions. An
/// SVG image waits for fonts, and every image for its key from the painter.
pub const JOBS: u8 = 7;
/// 2D canvas. Waits for fonts, image keys and decoded images.
pub const CANVAS: u8 = 8;
/// The constellation. Waits for the embedder, services and canvases.
pub const CONSTELLATION: u8 = 9;
/// Script and layout. Wait for everything before this line.
pub const SCRIPT: u8 = 10;
/// Operations of the host that enter script. They come after the script's own work of a round; while
/// one is in script it takes on the rank of script.
pub const OPERATIONS: u8 = 11;
/// Code outside of any task.
pub const OUTSIDE: u8 = u8::MAX;
