//! The list of the fonts that the embedder registered.

use fonts_traits::{
    FontIdentifier, FontTemplate, FontTemplateDescriptor, LocalFontIdentifier, LowercaseFontFamilyName,
};
use read_fonts::tables::os2::SelectionFlags;
use read_fonts::types::NameId;
use read_fonts::{FileRef, FontRef, TableProvider};
use servo_base::coop::fonts::{self, File};
use style::Atom;
use style::font_face::{ComputedFontStyleRange, ComputedFontWeightRange, ComputedFontWidthRange};
use style::values::computed::font::{FontStyle, FontWeight, FontWidth, GenericFontFamily};

use crate::platform::add_noto_fallback_families;
use crate::{EmojiPresentationPreference, FallbackFontSelectionOptions};

/// One face of a registered file.
struct Face {
    /// The family and the names that it stands in for.
    names: Vec<&'static str>,
    index: u32,
    descriptor: FontTemplateDescriptor,
}

impl Face {
    fn is_named(&self, family: &str) -> bool {
        self.names.iter().any(|name| name.eq_ignore_ascii_case(family))
    }
}

fn family_name(font: &FontRef) -> Option<&'static str> {
    let table = font.name().ok()?;
    let find = |wanted: NameId| {
        table
            .name_record()
            .iter()
            .filter(|record| record.name_id() == wanted)
            .find_map(|record| Some(record.string(table.string_data()).ok()?.to_string()))
    };
    let name = find(NameId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| find(NameId::FAMILY_NAME))?;
    Some(fonts::intern(&name))
}

fn parsed_descriptor(font: &FontRef) -> FontTemplateDescriptor {
    let Ok(os2) = font.os2() else {
        return FontTemplateDescriptor::default();
    };
    let style = if os2.fs_selection().contains(SelectionFlags::ITALIC) {
        FontStyle::ITALIC
    } else {
        FontStyle::NORMAL
    };
    let width = match os2.us_width_class() {
        1 => FontWidth::ULTRA_CONDENSED,
        2 => FontWidth::EXTRA_CONDENSED,
        3 => FontWidth::CONDENSED,
        4 => FontWidth::SEMI_CONDENSED,
        6 => FontWidth::SEMI_EXPANDED,
        7 => FontWidth::EXPANDED,
        8 => FontWidth::EXTRA_EXPANDED,
        9 => FontWidth::ULTRA_EXPANDED,
        _ => FontWidth::NORMAL,
    };
    FontTemplateDescriptor::new(FontWeight::from_float(os2.us_weight_class() as f32), width, style)
}

/// The faces of a file that came without descriptors. A file that does not parse has none.
fn parsed_faces(file: &File) -> Vec<Face> {
    let Some(data) = file.data() else {
        return Vec::new();
    };
    let fonts: Vec<(u32, FontRef)> = match FileRef::new(&data) {
        Ok(FileRef::Font(font)) => vec![(0, font)],
        Ok(FileRef::Collection(collection)) => (0..collection.len())
            .filter_map(|index| Some((index, collection.get(index).ok()?)))
            .collect(),
        Err(_) => Vec::new(),
    };
    fonts
        .into_iter()
        .filter_map(|(index, font)| {
            let names = vec![family_name(&font)?];
            Some(Face { names, index, descriptor: parsed_descriptor(&font) })
        })
        .collect()
}

fn described_face(face: &fonts::Face) -> Face {
    let style = if face.italic { FontStyle::ITALIC } else { FontStyle::NORMAL };
    let width = FontWidth::from_percentage(face.stretch_permille as f32 / 1000.0);
    let weight = |value: u32| FontWeight::from_float(value as f32);
    Face {
        names: face.names().collect(),
        index: face.index,
        descriptor: FontTemplateDescriptor {
            weight: ComputedFontWeightRange(weight(face.weight.0), weight(face.weight.1)),
            width: ComputedFontWidthRange(width, width),
            style: ComputedFontStyleRange(style, style),
            unicode_range: None,
        },
    }
}

fn faces(file: &File) -> Vec<Face> {
    match file.faces() {
        Some(described) => described.iter().map(described_face).collect(),
        None => parsed_faces(file),
    }
}

pub(crate) fn for_each_available_family<F>(mut callback: F)
where
    F: FnMut(String),
{
    for file in fonts::files() {
        for face in faces(&file) {
            for name in face.names {
                callback(name.to_owned());
            }
        }
    }
}

pub(crate) fn for_each_variation<F>(family_name: &str, mut callback: F)
where
    F: FnMut(FontTemplate),
{
    for file in fonts::files() {
        for face in faces(&file) {
            if !face.is_named(family_name) {
                continue;
            }
            let identifier = LocalFontIdentifier {
                path: Atom::from(file.path()),
                face_index: face.index as u16,
                named_instance_index: 0,
            };
            callback(FontTemplate::new(FontIdentifier::Local(identifier), face.descriptor, None));
        }
    }
}

/// Families that are known to cover the character, then those that usually do, for files without
/// descriptors.
pub fn fallback_font_families(options: FallbackFontSelectionOptions) -> Vec<&'static str> {
    let prefer_emoji = options.presentation_preference == EmojiPresentationPreference::Emoji;
    let mut families = fonts::families_covering(options.character as u32, prefer_emoji);
    add_noto_fallback_families(options, &mut families);
    families.push("DejaVu Sans");
    families
}

/// The family that is described as the generic's default; else the first registered one of a list of
/// well-known families; else the first registered one.
pub(crate) fn default_system_generic_font_family(generic: GenericFontFamily) -> LowercaseFontFamilyName {
    let (name, wanted): (&str, &[&str]) = match generic {
        GenericFontFamily::Monospace => {
            ("monospace", &["liberation mono", "dejavu sans mono", "noto sans mono"])
        },
        GenericFontFamily::None | GenericFontFamily::Serif => {
            ("serif", &["liberation serif", "dejavu serif", "noto serif"])
        },
        GenericFontFamily::Cursive => ("cursive", &[]),
        GenericFontFamily::Fantasy => ("fantasy", &[]),
        GenericFontFamily::SystemUi => ("system-ui", &[]),
        _ => ("sans-serif", &[]),
    };
    if let Some(family) = fonts::default_family(name) {
        return family.into();
    }
    if wanted.is_empty() && name != "sans-serif" {
        return default_system_generic_font_family(GenericFontFamily::SansSerif);
    }
    let sans: &[&str] = &["liberation sans", "dejavu sans", "noto sans"];
    let available: Vec<&'static str> =
        fonts::files().iter().flat_map(|file| faces(file)).flat_map(|face| face.names).collect();
    wanted
        .iter()
        .chain(sans)
        .find(|wanted| available.iter().any(|family| family.eq_ignore_ascii_case(wanted)))
        .copied()
        .or_else(|| available.first().copied())
        .unwrap_or_default()
        .into()
}
