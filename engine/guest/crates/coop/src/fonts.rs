//! The fonts that take the place of the system's: files that the embedder registers.
//!
//! A file may come with descriptors of its faces. Then nothing is parsed to choose a face, and the
//! bytes may stay with the host until the face is first used.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The scheme-like prefix of the paths by which registered fonts are named inside the engine.
pub const PATH_PREFIX: &str = "registered-font:";

/// What is known about a face without its bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Face {
    pub family: &'static str,
    /// Index in a collection file.
    pub index: u32,
    /// CSS weights, equal bounds for a static face.
    pub weight: (u32, u32),
    /// CSS width in thousandths: 1,000 is normal.
    pub stretch_permille: u32,
    pub italic: bool,
    /// Inclusive ranges of code points, in order.
    pub coverage: Vec<(u32, u32)>,
    /// The generic families that it is the default of: `serif`, `monospace`, `emoji` ...
    pub generics: Vec<String>,
    /// Other family names that it stands in for.
    pub aliases: Vec<&'static str>,
}

impl Face {
    pub fn covers(&self, codepoint: u32) -> bool {
        let after = self.coverage.partition_point(|&(first, _)| first <= codepoint);
        after > 0 && codepoint <= self.coverage[after - 1].1
    }

    /// Whether the family or an alias is this name, ASCII case aside.
    pub fn is_named(&self, family: &str) -> bool {
        self.names().any(|name| name.eq_ignore_ascii_case(family))
    }

    /// The family, then the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        std::iter::once(self.family).chain(self.aliases.iter().copied())
    }

    pub fn is_generic(&self, generic: &str) -> bool {
        self.generics.iter().any(|name| name == generic)
    }
}

/// Where the bytes of a file are.
#[derive(Clone)]
enum Data {
    Here(Arc<Vec<u8>>),
    /// With the host, under this number.
    Host(u32),
    /// The host did not have them when they were wanted.
    Missing,
}

/// One registered file.
pub struct File {
    path: String,
    faces: Option<Vec<Face>>,
    data: RefCell<Data>,
}

impl File {
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The descriptors, if the file came with them; otherwise the bytes must be parsed.
    pub fn faces(&self) -> Option<&[Face]> {
        self.faces.as_deref()
    }

    /// The bytes, fetched from the host at the first call. `None` if the host does not have them.
    pub fn data(&self) -> Option<Arc<Vec<u8>>> {
        let data = self.data.borrow().clone();
        match data {
            Data::Here(bytes) => Some(bytes),
            Data::Missing => None,
            Data::Host(number) => {
                let bytes = LOADER.get().and_then(|load| load(number)).map(Arc::new);
                *self.data.borrow_mut() = match &bytes {
                    Some(bytes) => Data::Here(bytes.clone()),
                    None => Data::Missing,
                };
                bytes
            }
        }
    }
}

thread_local! {
    static FILES: RefCell<Vec<Rc<File>>> = const { RefCell::new(Vec::new()) };
    static VERSION: Cell<usize> = const { Cell::new(0) };
    static LOADER: Cell<Option<fn(u32) -> Option<Vec<u8>>>> = const { Cell::new(None) };
}

fn add(faces: Option<Vec<Face>>, data: Data) {
    FILES.with_borrow_mut(|files| {
        let path = format!("{PATH_PREFIX}{}", files.len());
        files.push(Rc::new(File { path, faces, data: RefCell::new(data) }));
    });
    VERSION.set(VERSION.get() + 1);
}

/// Add a font file (TrueType, OpenType or a collection) whose faces are found by parsing it.
pub fn register(data: Vec<u8>) {
    add(None, Data::Here(Arc::new(data)));
}

/// Add a font file with descriptors of its faces.
pub fn register_faces(faces: Vec<Face>, data: Vec<u8>) {
    add(Some(faces), Data::Here(Arc::new(data)));
}

/// Add a font file whose bytes the host keeps under a number until they are needed.
pub fn register_host_font(faces: Vec<Face>, host_font: u32) {
    add(Some(faces), Data::Host(host_font));
}

/// Set how the host is asked for the bytes of a font.
pub fn set_loader(load: fn(u32) -> Option<Vec<u8>>) {
    LOADER.set(Some(load));
}

/// Changes with every registration.
pub fn version() -> usize {
    VERSION.get()
}

/// All font files, in the order of registration.
pub fn files() -> Vec<Rc<File>> {
    FILES.with_borrow(|files| files.clone())
}

/// The bytes of the font file with this path.
pub fn by_path(path: &str) -> Option<Arc<Vec<u8>>> {
    let number: usize = path.strip_prefix(PATH_PREFIX)?.parse().ok()?;
    let file = FILES.with_borrow(|files| files.get(number).cloned())?;
    file.data()
}

/// The families to try for a character that the page's fonts lack, best first: for a character that
/// wants to be an emoji, emoji fonts come first, otherwise last.
pub fn families_covering(codepoint: u32, prefer_emoji: bool) -> Vec<&'static str> {
    let mut found: Vec<(bool, &'static str)> = Vec::new();
    for file in files() {
        for face in file.faces().unwrap_or_default() {
            let known = found.iter().any(|&(_, family)| family == face.family);
            if !known && face.covers(codepoint) {
                found.push((face.is_generic("emoji") != prefer_emoji, face.family));
            }
        }
    }
    // Stable: within a group the order is that of registration.
    found.sort_by_key(|&(last, _)| last);
    found.into_iter().map(|(_, family)| family).collect()
}

/// The family that a generic name stands for.
pub fn default_family(generic: &str) -> Option<&'static str> {
    files()
        .iter()
        .flat_map(|file| file.faces().unwrap_or_default())
        .find(|face| face.is_generic(generic))
        .map(|face| face.family)
}

/// A name that lives as long as the engine, the same for the same text: the engine wants names of
/// families that it can keep.
pub fn intern(name: &str) -> &'static str {
    thread_local! {
        static NAMES: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }
    NAMES.with_borrow_mut(|names| {
        if let Some(known) = names.iter().find(|known| **known == name) {
            return *known;
        }
        let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
        names.push(name);
        name
    })
}
