use std::cell::Cell;

use crate::fonts::{
    Face, by_path, default_family, families_covering, files, intern, register, register_faces,
    register_host_font, set_loader, version,
};

fn face(family: &'static str, coverage: &[(u32, u32)], generics: &[&str]) -> Face {
    Face {
        family,
        weight: (400, 400),
        stretch_permille: 1000,
        coverage: coverage.to_vec(),
        generics: generics.iter().map(|generic| (*generic).to_owned()).collect(),
        ..Face::default()
    }
}

#[test]
fn coverage_includes_both_bounds_and_no_gap() {
    let face = face("a", &[(65, 90), (97, 97)], &[]);
    for (codepoint, covered) in
        [(64, false), (65, true), (90, true), (91, false), (96, false), (97, true), (98, false)]
    {
        assert_eq!(face.covers(codepoint), covered, "{codepoint}");
    }
}

#[test]
fn bytes_stay_with_the_host_until_first_use() {
    thread_local! {
        static LOADS: Cell<u32> = const { Cell::new(0) };
    }
    set_loader(|number| {
        LOADS.set(LOADS.get() + 1);
        (number == 7).then(|| vec![1, 2, 3])
    });
    register_host_font(vec![face("here", &[(65, 90)], &[])], 7);
    register_host_font(vec![face("gone", &[(65, 90)], &[])], 8);
    let files = files();
    assert_eq!(families_covering(65, false), ["here", "gone"]);
    assert_eq!(LOADS.get(), 0);
    assert_eq!(by_path(files[0].path()).as_deref(), Some(&vec![1, 2, 3]));
    assert_eq!(by_path(files[0].path()).as_deref(), Some(&vec![1, 2, 3]));
    assert_eq!(LOADS.get(), 1);
    assert_eq!(by_path(files[1].path()), None);
    assert_eq!(by_path(files[1].path()), None);
    assert_eq!(LOADS.get(), 2);
}

#[test]
fn emoji_fonts_come_first_only_when_asked_for() {
    register_faces(vec![face("colours", &[(0x2600, 0x26ff)], &["emoji"])], Vec::new());
    register_faces(vec![face("symbols", &[(0x2600, 0x26ff)], &[])], Vec::new());
    assert_eq!(families_covering(0x2603, false), ["symbols", "colours"]);
    assert_eq!(families_covering(0x2603, true), ["colours", "symbols"]);
    assert!(families_covering(0x41, true).is_empty());
}

#[test]
fn generics_and_aliases_name_a_family() {
    let mut liberation = face("Liberation Sans", &[(32, 126)], &["sans-serif"]);
    liberation.aliases = vec!["Arial", "Helvetica"];
    assert!(liberation.is_named("arial") && liberation.is_named("LIBERATION SANS"));
    assert!(!liberation.is_named("Ari"));
    register_faces(vec![liberation], Vec::new());
    assert_eq!(default_family("sans-serif"), Some("Liberation Sans"));
    assert_eq!(default_family("serif"), None);
}

#[test]
fn every_registration_changes_the_version() {
    let before = version();
    register(vec![0]);
    assert_ne!(version(), before);
    assert_eq!(files()[0].faces(), None);
    assert_eq!(by_path("registered-font:1"), None);
    assert_eq!(by_path("/etc/passwd"), None);
}

#[test]
fn interned_names_are_the_same_for_the_same_text() {
    assert!(std::ptr::eq(intern("Noto"), intern(&"Noto".to_owned())));
}
