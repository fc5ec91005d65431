//! Cutting and collapsing text.

/// The longest beginning of a text of at most so many UTF-16 units, no character cut.
pub fn prefix_utf16(text: &str, units: usize) -> &str {
    let mut used = 0;
    for (start, character) in text.char_indices() {
        used += character.len_utf16();
        if used > units {
            return &text[..start];
        }
    }
    text
}

/// White space collapsed to single spaces, none at the ends.
pub fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Cuts a text after at most so many UTF-8 bytes, no character in two, and marks it with an ellipsis.
pub fn cut(text: &mut String, bytes: usize) {
    if text.len() > bytes {
        text.truncate(text.floor_char_boundary(bytes));
        text.push('…');
    }
}
