//! Fonts that the host announces.

use coop::fonts::{Face, intern};
use wire::{Body, Failure, FailureCode, FontFace};

use crate::imports;

/// Faces of one file at most.
const FACES: usize = 256;
const FACE_INDEX: u32 = 65_535;

pub fn load(host_font: u32) -> Option<Vec<u8>> {
    imports::font(host_font)
}

fn bad(message: String) -> Failure {
    Failure::new(FailureCode::BadArgument, message)
}

pub fn announce(
    faces: Vec<FontFace>,
    data: Option<Vec<u8>>,
    host_font: Option<u32>,
) -> Result<Body, Failure> {
    if faces.len() > FACES {
        return Err(bad(format!("faces: {}, limit {FACES} a file", faces.len())));
    }
    let count = faces.len() as u32;
    let faces = faces
        .into_iter()
        .enumerate()
        .map(|(number, face)| described(number, face))
        .collect::<Result<Vec<Face>, Failure>>()?;
    match (data, host_font) {
        (Some(data), _) => {
            if !is_font(&data) {
                return Err(bad("data: not a TrueType or OpenType font or collection".to_owned()));
            }
            match count {
                0 => coop::fonts::register(data),
                _ => coop::fonts::register_faces(faces, data),
            }
        }
        (None, Some(_)) if count == 0 => {
            return Err(bad("faces: empty, but data is left with the host".to_owned()));
        }
        (None, Some(host_font)) => coop::fonts::register_host_font(faces, host_font),
        (None, None) => {
            return Err(bad("font: neither data nor host_font is given".to_owned()));
        }
    }
    Ok(Body::Font { faces: count })
}

fn is_font(data: &[u8]) -> bool {
    matches!(data.get(..4), Some([0, 1, 0, 0] | b"OTTO" | b"true" | b"ttcf"))
}

fn described(number: usize, face: FontFace) -> Result<Face, Failure> {
    let bad = |what: String| Err(bad(format!("faces[{number}].{what}")));
    if face.family.is_empty() {
        return bad("family: empty".to_owned());
    }
    if face.index > FACE_INDEX {
        return bad(format!("index: {}, limit {FACE_INDEX}", face.index));
    }
    let weights = face.weight_min..=face.weight_max;
    if weights.is_empty() || *weights.start() < 1 || *weights.end() > 1_000 {
        return bad(format!("weight: {weights:?}, must be a range within 1 to 1000"));
    }
    let ordered = face.coverage.windows(2).all(|pair| pair[0].1 < pair[1].0);
    if !ordered || face.coverage.iter().any(|&(first, last)| first > last) {
        return bad("coverage: the ranges are not in order".to_owned());
    }
    Ok(Face {
        family: intern(&face.family),
        index: face.index,
        weight: (face.weight_min, face.weight_max),
        stretch_permille: face.stretch_permille,
        italic: face.italic,
        coverage: face.coverage,
        generics: face.generics,
        aliases: face.aliases.iter().map(|alias| intern(alias)).collect(),
    })
}
