//! Keys of a US keyboard, by the values that pages see.

use servo::{Code, Key, NamedKey};

/// Longer than any key's value: a character with marks, or a name.
const VALUE_BYTES: usize = 64;

/// A key that can be pressed.
#[derive(Clone)]
pub struct Press {
    pub key: Key,
    pub code: Code,
}

/// The key with this DOM `key` value, for example `a`, `É`, `Enter`, `ArrowDown`. `None` if there is no
/// such value.
pub fn named(value: &str) -> Option<Press> {
    if value.is_empty() || value.len() > VALUE_BYTES {
        return None;
    }
    let key: Key = value.parse().ok()?;
    let code = match &key {
        Key::Character(text) => {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(character), None) => code_of_character(character),
                _ => Code::Unidentified,
            }
        }
        Key::Named(name) => code_of_name(*name, value),
    };
    Some(Press { key, code })
}

/// The key that types a character.
pub fn typing(character: char) -> Press {
    match character {
        '\n' | '\r' => Press { key: Key::Named(NamedKey::Enter), code: Code::Enter },
        '\t' => Press { key: Key::Named(NamedKey::Tab), code: Code::Tab },
        _ => Press { key: Key::Character(character.to_string()), code: code_of_character(character) },
    }
}

fn code_of_name(name: NamedKey, value: &str) -> Code {
    match name {
        NamedKey::Shift => Code::ShiftLeft,
        NamedKey::Control => Code::ControlLeft,
        NamedKey::Alt => Code::AltLeft,
        NamedKey::Meta => Code::MetaLeft,
        NamedKey::AltGraph => Code::AltRight,
        // Most other keys have the same name in both lists.
        _ => value.parse().unwrap_or(Code::Unidentified),
    }
}

fn code_of_character(character: char) -> Code {
    let name = match character.to_ascii_lowercase() {
        letter @ 'a'..='z' => format!("Key{}", letter.to_ascii_uppercase()),
        digit @ '0'..='9' => format!("Digit{digit}"),
        other => {
            let name = match other {
                ' ' => "Space",
                '`' | '~' => "Backquote",
                '-' | '_' => "Minus",
                '=' | '+' => "Equal",
                '[' | '{' => "BracketLeft",
                ']' | '}' => "BracketRight",
                '\\' | '|' => "Backslash",
                ';' | ':' => "Semicolon",
                '\'' | '"' => "Quote",
                ',' | '<' => "Comma",
                '.' | '>' => "Period",
                '/' | '?' => "Slash",
                '!' => "Digit1",
                '@' => "Digit2",
                '#' => "Digit3",
                '$' => "Digit4",
                '%' => "Digit5",
                '^' => "Digit6",
                '&' => "Digit7",
                '*' => "Digit8",
                '(' => "Digit9",
                ')' => "Digit0",
                _ => return Code::Unidentified,
            };
            name.to_owned()
        }
    };
    name.parse().unwrap_or(Code::Unidentified)
}
