//! What pages can expect of this engine, beyond what native Servo says about itself.

use wire::{Body, Feature};

use Support::{Absent, Full, Partial};

#[derive(Clone, Copy)]
enum Support {
    Full,
    Partial,
    Absent,
}

impl Support {
    fn name(self) -> &'static str {
        match self {
            Full => "full",
            Partial => "partial",
            Absent => "absent",
        }
    }
}

/// The version of Servo that is pinned in the manifest.
const ENGINE: &str = "Servo 0.7.0";

/// Features whose presence is not what a page would guess, each with the reason.
const FEATURES: &[(&str, Support, &str)] = &[
    ("html.open", Full, "a document from the host, with the origin of its base URL or an opaque one"),
    ("script.modules", Full, ""),
    ("script.intl", Full, ""),
    ("script.jit", Absent, "scripts are interpreted"),
    ("script.webassembly", Absent, "SpiderMonkey's needs a compiler, which cannot run inside of WebAssembly"),
    ("workers.dedicated", Absent, "one thread: the constructor throws NotSupportedError"),
    ("workers.shared", Absent, "one thread"),
    ("workers.service", Absent, "one thread"),
    ("audio.web_audio", Absent, "one thread: the constructor throws NotSupportedError"),
    ("media.playback", Absent, "no codecs"),
    ("graphics.canvas_2d", Full, ""),
    ("graphics.webgl", Absent, "no GPU"),
    ("graphics.webgpu", Absent, "no GPU"),
    ("network.http", Full, "cookies, CORS, redirects and cache by the engine, connections by the host"),
    ("network.websocket", Absent, "connecting fails with close code 1006"),
    ("storage.cookies", Full, "for the session"),
    ("storage.local_storage", Full, "for the session"),
    ("storage.indexed_db", Full, "for the session"),
    ("storage.cache_api", Partial, "for the session, in memory"),
    ("files.upload", Absent, "a file picker is dismissed at once"),
    ("files.download", Absent, "what is not a page is dropped"),
    ("dialogs", Partial, "answered at once by a policy; beforeunload never keeps a page"),
    ("input.mouse", Full, ""),
    ("input.keyboard", Full, "a US layout"),
    ("input.touch", Full, ""),
    ("input.ime", Partial, "commits, without a candidate window"),
    ("contexts.popups", Full, "window.open and target=_blank make a context that stays in the background"),
    ("screenshot.full_page", Full, "up to 16,384 device pixels wide and 40 million in all"),
];

pub fn capabilities() -> Body {
    let features = FEATURES
        .iter()
        .map(|&(name, support, note)| Feature {
            name: name.to_owned(),
            support: support.name().to_owned(),
            note: note.to_owned(),
        })
        .collect();
    Body::Capabilities { features, engine: ENGINE.to_owned() }
}
